import { relative } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { EXIT, type Refusal } from "@llmch/contract";
import { makePlan, preparePlan } from "@llmch/engine/plan";
import { realLocation } from "@llmch/files";
import { checkoutAt } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import type { PlanOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { planOutcome } from "../plan/outcome.ts";
import { whilePlanShown } from "../plan/shown.ts";
import { readStandardInput } from "../standard-input.ts";
import type { Terminal } from "../terminal.ts";

/** `llmch plan`: compiles a spec into work orders (contract §4), or reuses those that the same question gave before. */
export const plan = async (
  asked: PlanOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin">,
): Promise<Outcome> => {
  const { repo = repoHere(context.cwd), ...rest } = asked;
  const options = { ...rest, ...(repo === false ? {} : { repo }) };
  const spec = options.spec === "-" ? await typedSpec(terminal.stdin, context.signal) : null;
  if (spec !== null && !spec.ok) return refused(spec.issues);
  const prepared = await preparePlan(options, context, spec === null ? {} : { spec: spec.value });
  if (!prepared.ok) return unplanned(prepared.issues);
  if (prepared.value.kind === "stored") return planOutcome(prepared.value.ending, options, context);
  const { model } = prepared.value.inputs;
  const ending = await whilePlanShown({ subject: options.spec, repo, model }, context, (view) =>
    makePlan(prepared.value, options, context, view),
  );
  return ending.ok ? planOutcome(ending.value, options, context) : refused(ending.issues);
};

/** The git repo around a directory, as a path relative to it; false if there is none. */
const repoHere = (cwd: string): string | false => {
  const root = checkoutAt(cwd);
  return root !== null && (relative(realLocation(cwd), root) || ".");
};

/** A missing key counts as a failure on the model's side (contract §1). */
export const unplanned = (issues: readonly Refusal[]): Outcome =>
  refused(issues, issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed);

/** An interrupt ends reading too: a user who types a spec may change their mind. */
const typedSpec = (stdin: Readable, signal: AbortSignal): ReturnType<typeof readStandardInput> => {
  addAbortSignal(signal, stdin);
  return readStandardInput(stdin);
};
