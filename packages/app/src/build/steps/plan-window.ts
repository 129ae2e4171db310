import type { BuildState, BuildStep } from "@llmch/build/machine";
import type { PlanOptions } from "@llmch/config";
import { preparePlan } from "@llmch/plan";
import { verdictOf } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { spentDocument, spentTogether } from "@llmch/story";
import { createRedactor, EXIT } from "@llmch/text";
import { askPlan, resumePlan } from "../../carry-out/ask-plan.ts";
import { refused, unplanned } from "../../outcome.ts";
import type { MadePlan, PlanOutcome } from "../../runs/results/plan.ts";
import { answeredSpecOf } from "../asking.ts";
import { type Build, branchStanding, type StepEnd, spentOnPlansLeft, tell } from "../build.ts";
import { type HandedOn, handedOn, windowDocument, windowFile } from "../documents.ts";
import { contextOfStep, endedRun, runOfStep } from "./run-of-step.ts";

/** The most faults of a plan that the next window is told. */
const MOST_FAULTS = 3;

type PlanStep = Extract<BuildStep, { readonly kind: "plan" }>;

/**
 * Plans the next window on the branch as it now is, in a run of its own.
 * @param isAgain whether a plan that failed is tried once more
 */
export const planWindow = async (
  step: PlanStep,
  state: BuildState,
  build: Build,
  isAgain = false,
): Promise<StepEnd> => {
  const { window, milestone } = step;
  const handed = handedOn(state, build, await answeredSpecOf(build));
  if (!handed.ok) return refused(handed.issues, EXIT.invalid);
  let begun = await runOfStep({ step: "plan", window, run: step.run }, build);
  if (begun.ok && begun.value.stored !== null && isEdited(begun.value.stored, handed.value, build)) {
    const message = `window ${window} is planned anew: its scope or its notes have changed since`;
    await tell(build, { type: "warning", message });
    begun = await runOfStep({ step: "plan", window, run: null }, build);
  }
  if (!begun.ok) return refused(begun.issues);
  const { runId, stored } = begun.value;
  const outcome =
    stored === null
      ? await newPlan(runId, step, handed.value, state, build)
      : await goOnWithPlan(stored, state, build, isAgain);
  const { result, verdict, conversation = null } = outcome;
  if (conversation !== null) build.conversations.set(runId, conversation);
  if (verdict !== "PASS" && verdict !== "FAIL") return { ...outcome, ...needsOf(result) };
  const { completes = false, notes = state.notes, changes = [], abort = null } = outcome.window ?? {};
  const orders = result?.orders.map(({ id, title }) => ({ id, title })) ?? [];
  const told = { window, milestone, orders, completes, notes, changes, abort };
  const faults = (outcome.errors ?? []).slice(0, MOST_FAULTS).map(({ message }) => message);
  if (state.scoped) await build.session.record(windowFile(window), windowDocument({ ...told, plan: runId, run: null }));
  const spent = spentDocument(spentTogether([endedRun(build, "plan", runId).spending, spentOnPlansLeft(build)]));
  const ended = { run: runId, verdict, exit_code: outcome.exitCode };
  await tell(build, { type: "window_planned", ...told, ...ended, ...(verdict === "PASS" ? {} : { faults }), spent });
  return { ...outcome, ...needsOf(result) };
};

/** Whether a plan was begun with another scope or other notes than those that stand now. */
const isEdited = ({ journal }: StoredRun, { standing }: HandedOn, { context }: Build): boolean => {
  const [beginning] = journal.events;
  const told = beginning?.type === "plan_started" ? beginning.config.part?.standing : null;
  return standing !== null && told !== createRedactor(context.secrets).text(standing);
};

const newPlan = async (
  runId: string,
  step: PlanStep,
  handed: HandedOn,
  state: BuildState,
  build: Build,
): Promise<PlanOutcome> => {
  const { runId: of, config } = build;
  const context = await contextOfStep(build, null);
  const { commit } = await branchStanding(build, state);
  const options: PlanOptions = {
    ...askedOf(build),
    ...{ spec: config.spec, imported: config.imported },
    part: {
      ...{ build: of, window: step.window, commit, first_order: step.firstOrder, most_orders: step.mostOrders },
      ...handed,
    },
  };
  const prepared = await preparePlan(options, context, { spec: await answeredSpecOf(build) });
  if (!prepared.ok) return unplanned(prepared.issues);
  if (prepared.value.kind === "stored") throw new Error("a window's plan is made anew");
  return askPlan(prepared.value.inputs, options, { runId }, context);
};

/** What was answered is on record, so a plan that passed before anybody was told costs nothing. */
const goOnWithPlan = async (
  stored: StoredRun,
  { scoped }: BuildState,
  build: Build,
  isAgain: boolean,
): Promise<PlanOutcome> => {
  if (verdictOf(stored.journal.events) === "FAIL" && !isAgain) {
    const { verdict, exitCode } = endedRun(build, "plan", stored.runId);
    return { verdict, exitCode, result: null };
  }
  const context = await contextOfStep(build, stored);
  // A limit of attempts is meant for orders, unless the plan is all that the build has.
  return resumePlan(stored, askedOf(build), scoped ? undefined : build.steering.maxAttempts, context);
};

/** How each window is planned. */
const askedOf = ({
  artifactsRoot,
  repo,
  context,
  options: { strict, replay, replayStrict, answers },
}: Build): Omit<PlanOptions, "spec"> => ({
  ...{ repo: repo.root, artifactsDir: artifactsRoot, given: context.given, strict, replay, replayStrict, answers },
  // A plan that was made before is that of another branch.
  ...{ overwrite: false, refresh: true },
});

/** What the run of a step waits for. */
export const needsOf = (result: Pick<MadePlan, "needs"> | null): Pick<StepEnd, "needs"> =>
  result?.needs === undefined
    ? {}
    : { needs: result.needs.map(({ until, ...need }) => (until === undefined ? need : { ...need, until })) };
