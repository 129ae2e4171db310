import {
  type Assessment,
  buildDocument,
  canonicalJson,
  type Diagnostic,
  type JsonValue,
  readAssessment,
  type Scope,
} from "@llmch/contract";
import type { Findings } from "@llmch/planner";
import { type Citable, uncitedReasons } from "../rules/e307-citations.ts";
import { prematureCompletion } from "../rules/e308-complete.ts";
import type { ScopeFacts } from "../rules/rule.ts";
import { judgeScope, malformed, type ScopeCheck } from "../scope/judge-scope.ts";
import { withoutNames } from "./hidden-names.ts";

/** What an assessment is judged against. */
export interface AssessmentFacts extends Citable, Omit<ScopeFacts, "done"> {
  readonly scope: Scope;
  /** The id of the current milestone. */
  readonly milestone: string;
}

/** An assessment as it was judged; null if it has errors. */
export interface AssessmentCheck extends Findings {
  readonly assessment: Assessment | null;
  /** What the milestones become; null unless the verdict is `rescope`. */
  readonly scope: Scope | null;
}

/** Judges an assessment by its form, its evidence, and the scope that it proposes. Accepts any JSON value. */
export const judgeAssessment = (document: JsonValue, facts: AssessmentFacts): AssessmentCheck => {
  const read = readAssessment(document);
  if (!read.ok) return { ...NONE, errors: [malformed("assessment", read.issues)], warnings: [] };
  const assessment = read.value;
  const rescoped = assessment.verdict === "rescope" ? judgeRescope(assessment, facts) : null;
  const errors = [
    ...uncitedReasons(assessment, facts),
    ...prematureCompletion(assessment, facts.failing),
    ...(rescoped?.errors ?? []),
  ];
  const warnings = rescoped?.warnings ?? [];
  return errors.length > 0
    ? { ...NONE, errors, warnings }
    : { assessment, scope: rescoped?.scope ?? null, errors, warnings };
};

const NONE = { assessment: null, scope: null } as const;

/** How many milestones of a scope come before the current one. */
export const doneBefore = ({ scope, milestone }: Pick<AssessmentFacts, "scope" | "milestone">): number =>
  Math.max(
    0,
    scope.milestones.findIndex(({ id }) => id === milestone),
  );

/** What the scope becomes if the milestones from the current one on are replaced. */
export const rescoped = (
  { milestones }: Pick<Assessment, "milestones">,
  { scope, milestone }: Pick<AssessmentFacts, "scope" | "milestone">,
): Scope => ({
  ...scope,
  milestones: [
    ...scope.milestones.slice(0, doneBefore({ scope, milestone })),
    ...withoutNames(milestones ?? [], scope.milestones),
  ],
});

const judgeRescope = (assessment: Assessment, facts: AssessmentFacts): ScopeCheck => {
  const scope = rescoped(assessment, facts);
  const done = doneBefore(facts);
  const without = scope.milestones.length === done ? "has no milestones from the current one on" : "changes nothing";
  if (scope.milestones.length === done || canonicalJson(scope) === canonicalJson(facts.scope))
    return { scope: null, errors: [malformed("assessment", [`a rescope that ${without}`])], warnings: [] };
  const { errors, warnings, ...judged } = judgeScope(buildDocument("scope", scope), { ...facts, done });
  const asGiven = (found: Diagnostic): Diagnostic => ({ ...found, pointer: pointerAsGiven(found.pointer ?? "", done) });
  return { ...judged, errors: errors.map(asGiven), warnings: warnings.map(asGiven) };
};

/** The assessment lists the milestones from the current one on. */
const pointerAsGiven = (pointer: string, done: number): string =>
  pointer.replace(/^\/milestones\/(\d+)/, (_, index: string) => `/milestones/${Math.max(0, Number(index) - done)}`);
