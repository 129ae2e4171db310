import { basename, dirname, join } from "node:path";
import type { BuildState, BuildStep } from "@llmch/build/machine";
import type { FactoryOptions } from "@llmch/config";
import { acceptanceOf, type Conversation, type EventBody, type FailureBrief, judgeWorkOrder } from "@llmch/contract";
import { loadOrderDirectory, ordersOfRun, storedStory, verdictOf } from "@llmch/records";
import { workLeft, workOfDirectory } from "@llmch/run";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { lastBrief, type ScheduledOrder, spentDocument, spentTogether } from "@llmch/story";
import { accepted, EXIT, type JsonValue } from "@llmch/text";
import { rejectedPlan } from "../../carry-out/another-plan.ts";
import { type CarryOutOutcome, carryOut, type Window } from "../../carry-out/carry-out.ts";
import type { OperationContext } from "../../context.ts";
import { refused } from "../../outcome.ts";
import { type Build, branchStanding, isExamined, type StepEnd, tell } from "../build.ts";
import { hasConsent, recordConsent } from "../consent.ts";
import { standingWindow, windowDocument, windowFile } from "../documents.ts";
import { needsOf } from "./plan-window.ts";
import { contextOfStep, endedRun, runOfStep } from "./run-of-step.ts";

type CarryOutStep = Extract<BuildStep, { readonly kind: "carry-out" }>;
type Ended = Extract<EventBody, { readonly type: "window_ended" }>;

/**
 * Carries out the orders of a window on the build's branch, in a run of its own.
 * @param isAgain whether orders that failed are tried once more
 */
export const carryOutWindow = async (
  step: CarryOutStep,
  state: BuildState,
  build: Build,
  isAgain = false,
): Promise<StepEnd> => {
  const { window } = step;
  const begun = await runOfStep({ step: "run-all", window, run: step.run }, build);
  if (!begun.ok) return refused(begun.issues);
  const { runId, stored } = begun.value;
  const last = stored === null ? null : verdictOf(stored.journal.events);
  const context = await contextOfStep(build, stored);
  let end: StepEnd = { verdict: "PASS", exitCode: EXIT.ok, result: null };
  if (stored === null) end = await newRun(runId, step, state, build, context);
  else if (last !== "PASS" && (last !== "FAIL" || isAgain)) end = await goOnWithRun(stored, build, context);
  if (end.verdict !== "PASS" && end.verdict !== "FAIL") return end;
  const ended = await windowEnded(window, runId, build);
  const carried = await readStoredRun(build.artifactsRoot, "run-all", runId);
  const plan = carried.ok ? await otherPlan(carried.value, build) : null;
  const document = state.scoped ? standingWindow(build.session.directory, window) : accepted(null);
  if (document.ok && document.value !== null) {
    const own = plan === null ? {} : { orders: plan.orders, plan: plan.run };
    await build.session.record(windowFile(window), windowDocument({ ...document.value.document, ...own, run: runId }));
  }
  if (plan !== null) await tell(build, plan);
  await tell(build, ended);
  // Another window would be planned, and nobody says what should change.
  const isOver = state.scoped && end.verdict === "FAIL" && carried.ok && rejectedPlan(carried.value, context.env);
  return isOver ? { ...end, verdict: "ERROR" } : end;
};

type Planned = Extract<EventBody, { readonly type: "window_planned" }>;

/** What the window's plan is by now, if others took its place because its user rejected it; null if it is as it was told. */
const otherPlan = async (stored: StoredRun, { events, artifactsRoot }: Build): Promise<Planned | null> => {
  const [, ...plans] = stored.journal.all.flatMap((event) =>
    event.type === "schedule_started" ? [basename(dirname(event.config.orders))] : [],
  );
  const told = events.findLast((event) => event.type === "window_planned");
  const [run, orders] = [plans.at(-1), await ordersOfRun(stored)];
  if (run === undefined || told === undefined || told.run === run || !orders.ok) return null;
  const { seq: _, ts: __, run_id: ___, ...planned } = told;
  const spent = plans.map((runId) => storedStory(artifactsRoot, { kind: "planner", runId }).spending);
  return {
    ...{ ...planned, run, spent: spentDocument(spentTogether(spent)) },
    orders: orders.value.map(({ order: { id, title } }) => ({ id, title })),
  };
};

const newRun = async (
  runId: string,
  { window, plan }: CarryOutStep,
  state: BuildState,
  build: Build,
  context: OperationContext,
): Promise<StepEnd> => {
  const { options: asked, artifactsRoot } = build;
  const { branch, tip, commit } = await branchStanding(build, state);
  const isFirst = state.branch === null;
  const options: FactoryOptions = {
    ...{ ...asked, branch: branch ?? undefined, commitHash: tip === null ? commit : undefined },
    ...{ createBranch: isFirst && asked.createBranch, reuseBranch: isFirst && asked.reuseBranch },
    part: { build: build.runId, window },
  };
  const workdir = join(artifactsRoot, "planner", plan, "output");
  const work = await workOfDirectory({ ...options, workdir, runId }, context);
  if (!work.ok) return refused(work.issues);
  const conversation = await conversationFor(plan, workdir, state, build);
  return endOf(await carryOut("build", work.value, context, { window: { ...windowOf(build), conversation } }));
};

/** The planner's conversation, if one order goes on with it, and hidden checks that its author saw are not the last that judge it. */
const conversationFor = async (
  plan: string,
  workdir: string,
  { scoped }: BuildState,
  build: Build,
): Promise<Conversation | null> => {
  const conversation = build.conversations.get(plan) ?? null;
  if (conversation === null || build.context.settings.values.planner.continue === "off") return null;
  const orders = await loadOrderDirectory(workdir);
  const [only, ...others] = orders.ok ? orders.value : [];
  if (only === undefined || others.length > 0) return null;
  return (scoped && isExamined(build)) || acceptanceOf(only.order).every(({ hidden }) => !hidden) ? conversation : null;
};

/** A build asks once: with its first orders, unless its user has agreed to a scope or to all that it plans (contract §11). */
const windowOf = (build: Build): Window => {
  const wasAsked = build.events.some((event) => event.type === "decided" || event.type === "window_ended");
  const consent = hasConsent(build);
  return { hasConsent: consent, ...(consent || wasAsked ? {} : { consents: () => recordConsent(build) }) };
};

const goOnWithRun = async (stored: StoredRun, build: Build, context: OperationContext): Promise<StepEnd> => {
  const [beginning] = stored.journal.events;
  const { part } = beginning?.type === "schedule_started" ? beginning.config : {};
  const work = await workLeft({ ...build.steering, stored, given: {} }, { ...build.options, part }, context);
  return work.ok
    ? endOf(await carryOut("build", work.value, context, { window: windowOf(build) }))
    : refused(work.issues);
};

const endOf = (outcome: CarryOutOutcome): StepEnd => ({
  ...outcome,
  ...needsOf(outcome.result),
  ...(outcome.result === null ? {} : { push: outcome.result.push }),
});

/** How the run-all of a window ended, from its record. */
const windowEnded = async (window: number, run: string, build: Build): Promise<Ended> => {
  const { story, verdict, exitCode: exit_code, spending } = endedRun(build, "run-all", run);
  if (story.kind !== "run-all" || story.branch === null) throw new Error(`the run ${run} is no run-all`);
  const { branch, baseline, orders } = story;
  const tip = (await build.repo.branchTip(branch)) ?? baseline ?? build.baseline;
  const isLost = orders.some(({ state, story: told }) => HAS_LANDED.has(state) && told?.commit == null);
  const before = isLost ? await build.repo.doneOrders(tip) : [];
  const landed: Ended["landed"][number][] = [];
  const failed: Ended["failed"][number][] = [];
  const left: string[] = [];
  for (const { order, story: told, reviewed } of orders) {
    const by = reviewed === undefined ? {} : { reviewed };
    const commit = told?.commit?.commit ?? before.find((each) => each.order === order)?.commit ?? null;
    const brief = told === null ? null : lastBrief(told);
    if (commit !== null) landed.push({ order, commit, ...by });
    else if (told === null) left.push(order);
    else
      failed.push({
        order,
        stage: brief?.stage ?? null,
        why: brief === null ? "" : whyInWords(brief, told.work_order),
        ...by,
      });
  }
  const spent = spentDocument(spending);
  return { type: "window_ended", window, run, verdict, exit_code, landed, failed, left, branch, tip, spent };
};

const HAS_LANDED: ReadonlySet<ScheduledOrder["state"]> = new Set(["passed", "skipped"]);

const MOST_LINES = 5;

/** The first lines of why an order failed. A hidden check stays hidden: a planner is told this, and authors are told what planners write. */
const whyInWords = (brief: FailureBrief, document: JsonValue): string => {
  const command = "command" in brief ? brief.command : null;
  const order = judgeWorkOrder(document);
  if (order.ok && acceptanceOf(order.value).some((each) => each.hidden && each.command === command))
    return "a hidden check fails";
  const lines = brief.primary_error_excerpt.split("\n").slice(0, MOST_LINES);
  return [...(command === null ? [] : [command]), ...lines].join("\n");
};
