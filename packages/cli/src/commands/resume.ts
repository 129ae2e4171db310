import { EXIT, printable } from "@llmch/contract";
import { compileRun } from "@llmch/engine/plan";
import { findResumable, prepareResumedPlan, pushOwed, type Resumable, workToResume } from "@llmch/engine/resume";
import { resolveArtifactsRoot } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import type { ResumeOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { planOutcome } from "../plan/outcome.ts";
import { whilePlanShown } from "../plan/shown.ts";
import { listUnfinished } from "../resume/list.ts";
import { carryOut } from "../run/carrying-out.ts";
import { unplanned } from "./plan.ts";

/**
 * `llmch resume`: continues a run or a plan from its last safe step, in its own directory. Reuses recorded answers. If the branch already
 * holds an order's commit, only concludes that order.
 */
export const resume = async (options: ResumeOptions, context: CommandContext): Promise<Outcome> => {
  if (options.list) {
    const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
    return listUnfinished(root, context.signal);
  }
  const found = await findResumable(options, context);
  if (!found.ok) return refused(found.issues);
  if (found.value.kind === "plan") return resumePlan(found.value, options, context);
  if (found.value.kind === "push") return pushAgain(found.value, context);
  const work = await workToResume(found.value, options, context);
  return work.ok ? carryOut("resume", work.value, context) : refused(work.issues);
};

/** Makes up for the push, all that is left of a run that passed. */
const pushAgain = async (
  { runId, owed }: Extract<Resumable, { readonly kind: "push" }>,
  context: CommandContext,
): Promise<Outcome> => {
  const pushed = await pushOwed(owed, context);
  if (!pushed.ok) return refused(pushed.issues);
  const { commit, branch } = owed;
  const line = `PASS  pushed ${commit.slice(0, 10)} to ${pushed.value.remote}, branch ${branch}`;
  return { exitCode: EXIT.ok, verdict: "PASS", lines: [printable(line)], runId, extra: { branch, commit } };
};

const resumePlan = async (
  { stored, beginning }: Extract<Resumable, { readonly kind: "plan" }>,
  options: ResumeOptions,
  today: CommandContext,
): Promise<Outcome> => {
  const prepared = await prepareResumedPlan(stored, beginning, options, today);
  if (!prepared.ok) return unplanned(prepared.issues);
  const { inputs, options: planning } = prepared.value;
  const context = { ...prepared.value.context, console: today.console };
  const ending = await whilePlanShown(
    { subject: planning.spec, repo: planning.repo ?? false, model: inputs.model },
    context,
    (view) => compileRun(inputs, planning, stored.runId, context, view, stored),
  );
  if (!ending.ok) return refused(ending.issues);
  const { renderer, verbose, quiet, color, json } = options;
  const shown = { renderer, verbose, quiet, color, json, format: json ? "json" : "text" } as const;
  return planOutcome(ending.value, { ...planning, ...shown }, context);
};
