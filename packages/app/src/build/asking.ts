import { join } from "node:path";
import type { BuildPorts } from "@llmch/build";
import { EXIT, type Refusal, type Result } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { heldCommands, readTarget, specIn, type Target } from "@llmch/plan";
import type { ExplorerFailure, Findings } from "@llmch/planner";
import { explorerOf, limitedByTime, recorderOf, withinBudget } from "@llmch/records";
import { INTERRUPTED } from "../outcome.ts";
import { resumeCommand } from "../resume/next-commands.ts";
import { type Build, type StepEnd, spentBeside } from "./build.ts";

/** What a build asks about: the repo at a commit. */
export const targetAt = async ({ repo, spec, context }: Build, commit: string): Promise<Result<Target, Refusal>> =>
  readTarget(repo.root, context.settings.values, { env: context.env, spec, at: commit });

/** A prompt that ships with llmch. */
export const shippedPrompt = ({ context }: Build, name: string) => readTextFile(join(context.templates, name));

/** The spec with its user's answers, if there are any. */
export const answeredSpecOf = async ({ session, spec }: Build): Promise<string> =>
  (await specIn(session.directory))?.text ?? spec;

/** Asks a model in the build's own session, within what is left of the budget. */
export const whileAsking = async <End extends { readonly kind: string }>(
  build: Build,
  target: Target,
  ask: (ports: BuildPorts) => Promise<End>,
) => {
  const { context, session, model: source } = build;
  const { secrets } = context;
  const { values: settings } = context.settings;
  const before = await spentBeside(build, null);
  const files = await target.look?.();
  return withinBudget({ model: source, before }, context, async ({ gateway, time }) => {
    const model = gateway.for(recorderOf(session, session.recorded, context));
    const place = { named: [], model, session, settings, secrets, stop: time.signal };
    const asked = await ask({
      model,
      ...(files === undefined ? {} : { explorer: explorerOf({ ...place, files }) }),
      ledger: session,
      held: (commands) => heldAt(target.commit, commands, build),
    });
    return limitedByTime(asked, time.reached(), session);
  });
};

/** Which commands that a model chose pass at a commit already; null if they cannot be tried. */
const heldAt = async (commit: string | null, commands: readonly string[], { repo, context }: Build) => {
  const { settings, env, signal, secrets } = context;
  const place = { values: settings.values, env, signal, secrets };
  const by = settings.runsUnseen === true ? "user" : "model";
  const held = commit === null ? null : await heldCommands(commands, repo, commit, place, by);
  return held?.ok === true ? held.value : null;
};

type Failed = ({ readonly kind: "invalid" } & Findings) | (ExplorerFailure & Findings);

/** How the build ends if it got no answer to go on with. */
export const failedEnd = (failed: Failed, what: string, { runId, artifactsRoot, context }: Build): StepEnd => {
  const end = { verdict: "ERROR", result: null } as const;
  switch (failed.kind) {
    case "invalid": {
      const resume = resumeCommand(runId, true, artifactsRoot, context);
      const fault = { code: "invalid", message: `the ${what} is still invalid after the last attempt` };
      return { ...end, exitCode: EXIT.failed, errors: [fault, ...failed.errors], warnings: failed.warnings, resume };
    }
    case "interrupted":
      return INTERRUPTED;
    case "limited":
      return { ...end, exitCode: EXIT.limit, errors: [faultOf("limit", failed)] };
    case "stuck":
      return { ...end, exitCode: EXIT.failed, errors: [faultOf("stuck", failed)] };
    case "model-failed":
      return { ...end, exitCode: EXIT.model, errors: [faultOf(failed.reason, failed)] };
  }
};

const faultOf = (code: string, { message, hint }: { readonly message: string; readonly hint: string }) => ({
  ...{ code, message, hint },
});
