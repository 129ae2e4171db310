import { type BuildState, type BuildStep, makeAssessment, memoryOf, standingFindings } from "@llmch/build";
import { assessmentCall, buildDocument } from "@llmch/contract";
import { plannerLimits } from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import { done, refused } from "../../outcome.ts";
import { asWarning } from "../../runs/results/run.ts";
import { answeredSpecOf, failedEnd, nextAttempt, whileAsking } from "../asking.ts";
import { type Build, branchStanding, citable, type StepEnd, tell } from "../build.ts";
import { assessmentFile, scopeOf } from "../documents.ts";

type AssessStep = Extract<BuildStep, { readonly kind: "assess" }>;

/** Asks how the build stands, on the branch's tip, whose milestones were judged before. */
export const assess = async (
  { assessment, milestone, why }: AssessStep,
  state: BuildState,
  build: Build,
): Promise<StepEnd> => {
  const { session, context } = build;
  const { values: settings } = context.settings;
  const { commit } = await branchStanding(build, state);
  const scope = scopeOf(build);
  const { lastWindow, judged } = state;
  const window = lastWindow?.window ?? 1;
  const spec = await answeredSpecOf(build);
  const inputs = {
    ...{ window, assessment, milestone, why, scope, memory: memoryOf(scope, state, spec) },
    ...{ spec, judged: judged?.milestones ?? [] },
    citable: citable(state),
    findings: standingFindings(state),
    changes: await changesOf(state, commit, build),
    from: nextAttempt((attempt) => assessmentCall(window, attempt), build),
    ...{ syntaxes: SYNTAX_READERS, settings: settings.planner, limits: plannerLimits(settings) },
  };
  const asked = await whileAsking(build, { prompt: "ASSESSOR_PROMPT.md", commit, isMapped: false }, (given, _, ports) =>
    makeAssessment({ ...inputs, ...given }, ports),
  );
  if (!asked.ok) return refused(asked.issues);
  const made = asked.value;
  if (made.kind !== "assessed") return failedEnd(made, "assessment", build);
  const { verdict, reasons } = made.assessment;
  await session.record(assessmentFile(assessment), buildDocument("assessment", made.assessment));
  const { commit: tip } = await branchStanding(build, state);
  await tell(build, { type: "assessed", assessment, window, milestone, verdict, reasons, tip });
  return { ...done(null), warnings: made.warnings.map(asWarning) };
};

/** The most lines that tell what a window changed. */
const MOST_CHANGES = 40;

const changesOf = async ({ windows }: BuildState, tip: string, { repo, baseline }: Build): Promise<string> => {
  const before = windows.findLast(({ ended }, index) => ended !== null && index < windows.length - 1)?.ended?.tip;
  const read = await repo.git.read("diff", "--stat=100", `--stat-count=${MOST_CHANGES}`, before ?? baseline, tip);
  return read.ok ? read.value : "";
};
