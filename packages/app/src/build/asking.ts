import { join } from "node:path";
import type { BuildPorts } from "@llmch/build";
import { type CallName, callKey } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { heldCommands, listTarget, readTarget, type Target } from "@llmch/plan";
import type { ExplorerFailure, Findings } from "@llmch/planner";
import { explorerOf, limitedByTime, recorderOf, withinBudget } from "@llmch/records";
import { accepted, EXIT } from "@llmch/text";
import { INTERRUPTED } from "../outcome.ts";
import { type Build, type StepEnd, specSince, spentBeside } from "./build.ts";

/** The spec as it stands. */
export const answeredSpecOf = ({ session, events }: Pick<Build, "session" | "events">): Promise<string> =>
  specSince(session.directory, events);

/** Asks a model in the build's own session, with a prompt that ships with llmch, about the repo at a commit, within what is left of the budget. */
export const whileAsking = async <End extends { readonly kind: string }>(
  build: Build,
  { prompt, commit, isMapped }: { readonly prompt: string; readonly commit: string; readonly isMapped: boolean },
  ask: (given: Given, target: Target, ports: BuildPorts) => Promise<End>,
) => {
  const { context, session, model: source, repo, spec } = build;
  const { secrets, env } = context;
  const { values: settings } = context.settings;
  const template = await readTextFile(join(context.templates, prompt));
  if (!template.ok) return template;
  // Only a planner is told about the repo as a whole: a map of it takes its time.
  const read = await (isMapped ? readTarget : listTarget)(repo.root, settings, { env, spec, at: commit });
  if (!read.ok) return read;
  const target = read.value;
  const before = await spentBeside(build, null);
  const shown = await target.look?.();
  const ended = await withinBudget({ model: source, before }, context, async ({ gateway, time }) => {
    const model = gateway.for(recorderOf(session, session.recorded, context));
    const place = { named: [], model, session, settings, secrets, stop: time.signal };
    const given = { template: template.value, files: target.files };
    const by = context.settings.runsUnseen === true ? "user" : "model";
    const asked = await ask(given, target, {
      model,
      ...(shown === undefined ? {} : { explorer: explorerOf({ ...place, files: shown }) }),
      ledger: session,
      held: heldAt(commit, by, build),
    });
    return limitedByTime(asked, time.reached(), session);
  });
  return accepted(ended);
};

/**
 * The number of the next attempt at a call. Those that a failed session used up, or whose answer a person rejected or has added to, are not
 * made again: what they answered is on record, and would come again.
 */
export const nextAttempt = (call: (attempt: number) => CallName, { events }: Pick<Build, "events">): number => {
  const over = events.findLastIndex(
    (event) =>
      (event.type === "run_finished" && event.exit_code === EXIT.failed) ||
      event.type === "noted" ||
      (event.type === "decided" && event.decision === "reject"),
  );
  const asked = new Set(
    events.slice(0, over + 1).flatMap((event) => (event.type === "model_asked" ? [event.key] : [])),
  );
  let attempt = 1;
  while (asked.has(callKey(call(attempt)))) attempt += 1;
  return attempt;
};

interface Given {
  readonly template: string;
  readonly files: readonly string[];
}

/** How commands run before the first orders: if the network waits for a person, they are asked with those. */
export const beforeOrders = ({ values }: Build["context"]["settings"]) => {
  const isOffline = values.approve.includes("network");
  return { isOffline, values: isOffline ? { ...values, setup: { ...values.setup, network: false } } : values };
};

/** Tells which commands pass at a commit already; null if they cannot be tried. */
export const heldAt =
  (commit: string, by: "user" | "model", { repo, context }: Pick<Build, "repo" | "context">): BuildPorts["held"] =>
  async (commands) => {
    const { settings, env, signal, secrets } = context;
    const { values, isOffline } = beforeOrders(settings);
    const place = { values, env, signal, secrets };
    const held = await heldCommands(commands, repo, commit, place, isOffline ? "model" : by);
    return held.ok ? held.value : null;
  };

type Failed = ({ readonly kind: "invalid" } & Findings) | (ExplorerFailure & Findings);

/** How the build ends if it got no answer to go on with. */
export const failedEnd = async (failed: Failed, what: string, { session, context }: Build): Promise<StepEnd> => {
  const end = { verdict: "ERROR", result: null } as const;
  if (failed.kind === "interrupted") return INTERRUPTED;
  if (failed.kind === "invalid") {
    const fault = { code: "invalid", message: `the ${what} is still invalid after the last attempt` };
    return { ...end, exitCode: EXIT.failed, errors: [fault, ...failed.errors], warnings: failed.warnings };
  }
  const { kind, message, hint } = failed;
  const need = kind === "model-failed" ? await session.limited(context.settings.values.wait_for_limit) : null;
  if (need !== null)
    return { ...end, exitCode: EXIT.waiting, needs: [need], errors: [{ code: "waiting", message: need.what }] };
  const code = kind === "limited" ? "limit" : kind === "stuck" ? "stuck" : failed.reason;
  return { ...end, exitCode: EXITS[kind], errors: [{ code, message, hint }] };
};

const EXITS = { limited: EXIT.limit, stuck: EXIT.failed, "model-failed": EXIT.model } as const;
