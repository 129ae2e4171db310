import { join, resolve } from "node:path";
import type { FactoryOptions } from "@llmch/config";
import type { Decided, RunEvent } from "@llmch/contract";
import { prepareRevisedPlan } from "@llmch/plan";
import { artifactsFlag, verdictOf } from "@llmch/records";
import { type Work, workOfDirectory } from "@llmch/run";
import { isOwnRun, resolveArtifactsRoot, type StoredRun, storedRuns } from "@llmch/store";
import { readDecision, readStoredRun } from "@llmch/store/journals";
import { type Environment, EXIT, shellWord } from "@llmch/text";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused, unplanned } from "../outcome.ts";
import { areUnseen } from "../runs/consent/unseen.ts";
import { ordersCommand } from "../runs/order-commands.ts";
import type { PlanOutcome } from "../runs/results/plan.ts";
import { repeating } from "../runs/results/run.ts";
import type { RunResult } from "../runs/results/run-result.ts";
import { askPlan, resumePlan } from "./ask-plan.ts";

/** The no to the plan that a run stands with. */
interface RejectedPlan {
  readonly stored: StoredRun;
  readonly decided: Decided;
  /** How many plans took the place of a rejected one before. */
  readonly tries: number;
}

/** What a person said of the plan that a run stands with; null if nobody said no to it. */
export const rejectedPlan = (stored: StoredRun, env: Environment): RejectedPlan | null => {
  const { all } = stored.journal;
  const begun = all.flatMap(({ type }, index) => (type === "schedule_started" ? [index] : []));
  const need = all.slice(begun.at(-1)).findLast((event) => event.type === "decision_needed" && event.of === "plan");
  if (need?.type !== "decision_needed") return null;
  const decided = readDecision(env, stored, { id: need.id, kind: "plan", sha256: need.sha256 });
  return decided?.decision === "reject" ? { stored, decided, tries: begun.length - 1 } : null;
};

/**
 * Carries out work, and as long as its user rejects the plan with words, with another plan: the planner changes it as `plan revise` does, and
 * the run begins anew and waits again. Nothing was asked before.
 * @param first how it ended; null if it is still to be carried out, in a run that has begun
 */
export const untilAgreed = async (
  work: Work,
  first: Outcome<RunResult> | null,
  context: OperationContext,
  once: (work: Work) => Promise<Outcome<RunResult>>,
): Promise<Outcome<RunResult>> => {
  let outcome = first;
  for (let now = work; outcome === null || outcome.verdict === "FAIL"; outcome = await once(now)) {
    const no = await noTo(now, context);
    const next = no === null ? null : await withAnotherPlan(now, no, context);
    if (next !== null && "exitCode" in next) return next;
    if (next === null && outcome !== null) return no === null ? outcome : waysOn(outcome, no, now, context);
    now = next ?? now;
  }
  return outcome;
};

/** The no to the plan of that work's run; null if there is none. */
const noTo = async (
  { request: { runId, skipDone, options } }: Work,
  { env, cwd }: OperationContext,
): Promise<RejectedPlan | null> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const stored = await readStoredRun(root, skipDone ? "run-all" : "factory", runId);
  return stored.ok ? rejectedPlan(stored.value, env) : null;
};

/** The same run with a plan that its planner changed; null if that is no way on, or changes nothing. */
const withAnotherPlan = async (
  { request, context: held }: Work,
  { stored, decided, tries }: RejectedPlan,
  context: OperationContext,
): Promise<Work | Outcome<never> | null> => {
  const { values } = held.settings;
  const [beginning] = stored.journal.events;
  if (beginning?.type !== "schedule_started" || !(await isOwnRun(context.env, stored))) return null;
  if (decided.text === null || request.isPart === true || tries >= values.planner.max_attempts) return null;
  // Its questions would wait apart from the run.
  const planner = { ...values.planner, questions: false };
  // What a program's words or orders lead to, no person has seen (contract §11).
  const { part, orders: plan } = beginning.config;
  const isOfProgram = decided.by?.through === "mcp" || (await areUnseen(request, context));
  const change = { operation: "plan revise", request: { feedback: decided.text, plan } };
  const asked =
    part === undefined && isOfProgram ? { ...change, given: {}, cwd: context.cwd, by: "program" as const } : null;
  const asking = { ...context, asked, settings: { ...held.settings, values: { ...values, planner } } };
  const workdir = await revised(beginning, decided.text, request.options, asking);
  // Such as orders that no planner made, or a planner whose plans are no good: the no counts.
  const isOver = (verdict: string, exitCode: number) =>
    verdict === "FAIL" || (verdict === "REFUSED" && exitCode === EXIT.failed);
  if (typeof workdir !== "string") return isOver(workdir.verdict, workdir.exitCode) ? null : workdir;
  const again = await workOfDirectory({ ...request.options, workdir, runId: request.runId }, held);
  if (!again.ok) return refused(again.issues);
  if (hashes(beginning.orders) === hashes(again.value.request.orders)) return null;
  const { begins } = again.value;
  if (begins.goesOn !== null) throw new Error("orders from a folder begin");
  const config = { ...beginning.config, orders: begins.config.orders };
  return { ...again.value, begins: { ...begins, config, anew: { stored, decided } } };
};

const hashes = (orders: readonly { readonly sha256: string }[]): string => orders.map(({ sha256 }) => sha256).join();

/** The folder of the plan that the planner made of another. What an earlier session asked for is not paid for again. */
const revised = async (
  { run_id, config: { orders: plan, part } }: Extract<RunEvent, { readonly type: "schedule_started" }>,
  feedback: string,
  { artifactsDir, repo, replay, replayStrict, answers }: FactoryOptions,
  context: OperationContext,
): Promise<string | Outcome<never>> => {
  const { env, cwd, given } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  for (const { kind, runId } of storedRuns(root)) {
    const found = kind === "planner" && runId > run_id ? await readStoredRun(root, kind, runId) : null;
    const previous = found?.ok === true ? found.value : null;
    const beginning = previous?.journal.events[0];
    if (previous === null || beginning?.type !== "plan_started") continue;
    const { revises } = beginning.config;
    if (revises?.plan !== plan || revises.feedback !== feedback) continue;
    if (verdictOf(previous.journal.events) === "PASS") return join(previous.directory, "output");
    const asked = {
      repo: resolve(cwd, repo),
      given,
      replay,
      replayStrict,
      answers,
      artifactsDir,
      overwrite: false,
      refresh: false,
    };
    return ordersOf(await resumePlan(previous, asked, undefined, context));
  }
  const place = { plan, repo: resolve(cwd, repo), artifactsDir, isSameWindow: part !== undefined };
  const prepared = await prepareRevisedPlan(
    { ...place, feedback, refresh: false, given, replay, replayStrict, answers },
    context,
  );
  if (!prepared.ok) return unplanned(prepared.issues);
  const { options, prepared: found } = prepared.value;
  return found.kind === "stored" ? found.ending.orders : ordersOf(await askPlan(found.inputs, options, {}, context));
};

const ordersOf = ({ window: _, result, ...ended }: PlanOutcome): string | Outcome<never> =>
  ended.verdict === "PASS" && result !== null ? result.ordersDirectory : { ...ended, result: null };

/** How to go on with what was paid, after a no that ends a run. */
const waysOn = (
  outcome: Outcome<RunResult>,
  { stored: { kind, journal } }: RejectedPlan,
  { request }: Work,
  context: OperationContext,
): Outcome<RunResult> => {
  const { result } = outcome;
  const [beginning] = journal.events;
  if (result === null || (beginning?.type !== "schedule_started" && beginning?.type !== "order_started"))
    return outcome;
  const { orders, repo } = beginning.config;
  const root = resolveArtifactsRoot(request.options.artifactsDir, context.env, context.cwd);
  const revise = `llmch plan revise "..." --plan ${shellWord(orders)}${artifactsFlag(root, context)}`;
  const carryOut = ordersCommand(kind === "run-all" ? "run-all" : "run", orders, repo, root, context);
  const isPlanned = request.orders.some(({ order }) => typeof order.provenance?.planner_run_id === "string");
  const mend = [...(kind === "run-all" && isPlanned ? [revise] : []), carryOut];
  return {
    ...outcome,
    errors: (outcome.errors ?? []).map((error) => ({ ...error, hint: `to go on: \`${mend.join("`, or `")}\`` })),
    result: { ...result, resume: mend[0] },
    next: [...mend, repeating(result.branch, beginning.config)],
  };
};
