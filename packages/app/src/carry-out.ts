import { dirname } from "node:path";
import { forecastOf } from "@llmch/plan";
import { carryOutSchedule, type Work, whileScheduled } from "@llmch/run";
import type { OperationContext } from "./context.ts";
import { type Outcome, refused } from "./outcome.ts";
import { type DryRunDrawing, dryRunOutcome } from "./results/dry-run.ts";
import { orderResult } from "./results/order-result.ts";
import { type RunDrawing, runOutcome } from "./results/run.ts";
import type { RunResult } from "./results/run-result.ts";
import { runScene } from "./results/run-scene.ts";

export type CarryOutOutcome = Outcome<RunResult, RunDrawing | DryRunDrawing>;

/**
 * Carries out the work, and tells its face of it.
 * @param pr whether a run-all that passes is to end in a pull request
 */
export const carryOut = async (
  operation: string,
  work: Work,
  { face, given, here }: OperationContext,
  { isDry = false, pr = false }: { readonly isDry?: boolean; readonly pr?: boolean } = {},
): Promise<CarryOutOutcome> => {
  const carried = await whileScheduled(work, async (schedule, { push, ...others }, held): Promise<CarryOutOutcome> => {
    const prepared = { ...others, push: { ...push, forPullRequest: pr } };
    const context = { ...held, face, given, here };
    const scene = await runScene(operation, schedule, prepared, context);
    if (isDry) return dryRunOutcome(schedule, prepared, scene, await forecastOf(schedule, prepared, context));
    if ((await face.begins(scene)) !== true) return DECLINED;
    const ending = await carryOutSchedule(schedule, prepared, context, {
      event: (event) => face.event(event),
      output: face.output,
      decides: (need, shown) => face.decides(need, shown),
      ended: (run, { loaded }) => face.ended(orderResult(run, loaded.order.title, schedule, prepared, context)),
    });
    return runOutcome(schedule, prepared, ending, context);
  });
  const outcome = carried.ok ? carried.value : refused(carried.issues);
  const { result, drawing } = outcome;
  if (!pr || result === null || drawing?.kind !== "run-all") return outcome;
  const { afterRun } = await import("./github/pull-request.ts");
  const { ending, pushAgain } = drawing;
  const withheld =
    ending.push.rejected === true
      ? "you said no to the push"
      : ending.needs.length > 0
        ? "the run waits for you"
        : null;
  const { url, lines, pushed } =
    withheld === null
      ? await afterRun(dirname(dirname(result.directory)), { ...result, kind: "run-all" }, work.context)
      : { url: null, lines: [`no pull request: ${withheld}`], pushed: null };
  const push = pushed === null || ending.push.pushed ? ending.push : { pushed: true, failed: false, message: pushed };
  return {
    ...outcome,
    result: { ...result, push: { ...result.push, pushed: push.pushed, message: push.message }, pullRequest: url },
    drawing: { ...drawing, ending: { ...ending, push }, pushAgain: push.pushed ? null : pushAgain, pullRequest: lines },
  };
};

/** Whoever was asked said no. */
const DECLINED: Outcome<never, never> = refused([{ code: "declined", message: "nothing was made: you did not agree" }]);
