import {
  ASSESSMENTS,
  type Assessment,
  assessmentCall,
  type PromptLimits,
  type Scope,
  type Warning,
} from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import { askedUntilValid, type ExplorerFailure, type Findings, list, orNull, text as textSchema } from "@llmch/planner";
import { strictObject } from "@llmch/text";
import type { ScopeFacts } from "../rules/rule.ts";
import { documentIn } from "../scope/judge-scope.ts";
import { type BuildPorts, stable } from "../scope/make-scope.ts";
import { MILESTONES_SCHEMA } from "../scope/schema.ts";
import { type AssessmentCheck, judgeAssessment, NOT_ASSESSED } from "./judge-assessment.ts";
import { type AssessmentParts, assessmentPrompt, failingNames } from "./prompt.ts";

/** Everything that an assessment is made from. */
export interface AssessmentInputs extends Omit<AssessmentParts, "tools">, Pick<ScopeFacts, "files" | "syntaxes"> {
  /** The window that it comes after, and its own number; both count from 1. */
  readonly window: number;
  readonly assessment: number;
  readonly settings: Pick<PlannerSettings, "max_attempts">;
  readonly limits: PromptLimits;
  /** The number of the first attempt, if others were made before. */
  readonly from?: number;
}

/** How asking for an assessment ended. */
export type AssessmentOutcome =
  | {
      readonly kind: "assessed";
      readonly assessment: Assessment;
      /** What the scope becomes; null unless the verdict is `rescope`. */
      readonly scope: Scope | null;
      readonly warnings: readonly Warning[];
    }
  /** Still invalid after the last attempt. */
  | ({ readonly kind: "invalid" } & Findings)
  | (ExplorerFailure & Findings);

const ASSESSMENT_SCHEMA = {
  name: "assessment",
  schema: strictObject({
    verdict: { type: "string", enum: [...ASSESSMENTS] },
    reasons: list(
      strictObject({
        text: textSchema("One sentence."),
        cites: list(textSchema("Letter by letter, of what may be cited."), "What it rests on; at least one."),
      }),
      "Why; at least one.",
    ),
    milestones: orNull(MILESTONES_SCHEMA),
  }),
};

/** Asks how a build stands: asks, judges and sends back, until an assessment passes or the attempts are used up. */
export const makeAssessment = async (inputs: AssessmentInputs, ports: BuildPorts): Promise<AssessmentOutcome> => {
  const { window, assessment: number, settings, limits, from = 1 } = inputs;
  const facts = { ...inputs, failing: failingNames(inputs) };
  const judge = async (text: string): Promise<AssessmentCheck> => {
    const read = documentIn(text, "assessment", inputs.spec);
    return read.ok ? judgeAssessment(read.value, facts, ports.held) : { ...NOT_ASSESSED, errors: read.issues };
  };
  const asked = await askedUntilValid<AssessmentCheck>(
    {
      call: (attempt) => assessmentCall(window, attempt),
      first: stable(assessmentPrompt({ ...inputs, tools: ports.explorer !== undefined })),
      answerSchema: ASSESSMENT_SCHEMA,
      what: "assessment",
      folder: `assessment_${String(number).padStart(2, "0")}`,
      judge,
      from,
    },
    { settings, limits },
    ports,
  );
  await ports.ledger.settle();
  if (asked.kind !== "judged") return asked;
  const { assessment, scope, errors, warnings, notes } = asked.check;
  return assessment === null
    ? { kind: "invalid", errors, warnings }
    : { kind: "assessed", assessment, scope, warnings: [...notes, ...warnings] };
};
