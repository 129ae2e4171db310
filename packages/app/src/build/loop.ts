import { type BuildState, type BuildStep, buildState, nextStep } from "@llmch/build/machine";
import { EXIT } from "@llmch/text";
import { INTERRUPTED, type OutcomeWarning, refused } from "../outcome.ts";
import { type Build, isExamined, type StepEnd, tell } from "./build.ts";
import { strayFault } from "./documents.ts";
import { takeNotes } from "./notes.ts";
import { askUser } from "./steps/ask-user.ts";
import { assess } from "./steps/assess.ts";
import { carryOutWindow } from "./steps/carry-out-window.ts";
import { decideFindings, examineMilestone, reachMilestone } from "./steps/examine-milestone.ts";
import { judgeMilestones } from "./steps/judge-milestones.ts";
import { planWindow } from "./steps/plan-window.ts";
import { takeScope } from "./steps/take-scope.ts";

/** Does one step after the other, each as the journal demands it, until the build ends or one of them does not. */
export const carryOutSteps = async (build: Build, before: StepEnd | null): Promise<StepEnd> => {
  const { signal, settings } = build.context;
  const warnings: OutcomeWarning[] = [];
  let push: StepEnd["push"];
  for (let end: StepEnd | null = before; ; ) {
    warnings.push(...(end?.warnings ?? []));
    push = end?.push ?? push;
    const told = { warnings, ...(push === undefined ? {} : { push }) };
    if (end !== null && end.verdict !== "PASS" && end.verdict !== "FAIL") return { ...end, ...told };
    if (signal.aborted) return { ...INTERRUPTED, ...told };
    await takeNotes(build);
    const state = buildState(build.events);
    const { build: limits } = settings.values;
    const examinations = build.config.approve.includes("examination") ? 1 : limits.examinations;
    const step = nextStep(state, { ...limits, examinations, examines: isExamined(build) });
    if (step.kind === "end") {
      const { verdict, exitCode } = step;
      const passed = verdict === "PASS";
      return { ...(passed ? {} : end), verdict, exitCode, result: end?.result ?? null, ...told };
    }
    const stray = await strayFault(state, build);
    end = stray === null ? await endOf(step, state, build) : refused([stray]);
  }
};

const endOf = async (
  step: Exclude<BuildStep, { readonly kind: "end" }>,
  state: BuildState,
  build: Build,
): Promise<StepEnd> => {
  switch (step.kind) {
    case "plan":
      return planWindow(step, state, build);
    case "carry-out":
      return carryOutWindow(step, state, build);
    case "bound": {
      const { message, hint } = step.bound;
      await tell(build, { type: "bound_reached", ...step.bound });
      return { verdict: "ERROR", exitCode: EXIT.limit, result: null, errors: [{ code: "limit", message, hint }] };
    }
    case "scope":
      return takeScope(step, state, build);
    case "judge":
      return judgeMilestones(step, state, build);
    case "assess":
      return assess(step, state, build);
    case "examine":
      return examineMilestone(step, state, build);
    case "decide":
      return decideFindings(step, build);
    case "reach":
      return reachMilestone(step, state, build);
    case "ask":
      return askUser(step, state, build);
  }
};
