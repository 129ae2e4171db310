import {
  type Assessment,
  buildDocument,
  type Diagnostic,
  readAssessment,
  type Scope,
  type Warning,
} from "@llmch/contract";
import type { Findings } from "@llmch/planner";
import { canonicalJson, type JsonValue } from "@llmch/text";
import { type Citable, uncitedReasons } from "../rules/e307-citations.ts";
import { prematureCompletion } from "../rules/e308-complete.ts";
import type { ScopeFacts } from "../rules/rule.ts";
import { type Held, malformed, type TriedScope, tryScope } from "../scope/judge-scope.ts";
import { withoutNames } from "./hidden-names.ts";

/** What an assessment is judged against. */
export interface AssessmentFacts extends Citable, Omit<ScopeFacts, "done" | "held"> {
  readonly scope: Scope;
  /** The id of the current milestone. */
  readonly milestone: string;
}

/** An assessment as it was judged; null if it has errors. */
export interface AssessmentCheck extends Findings {
  readonly assessment: Assessment | null;
  /** What the milestones become; null unless the verdict is `rescope`. */
  readonly scope: Scope | null;
  /** What was left out, in words. */
  readonly notes: readonly Warning[];
}

/** Judges an assessment by its form, its evidence, and the scope that it proposes. Accepts any JSON value. */
export const judgeAssessment = async (
  document: JsonValue,
  facts: AssessmentFacts,
  held: Held,
): Promise<AssessmentCheck> => {
  const read = readAssessment(document);
  if (!read.ok) return { ...NOT_ASSESSED, errors: [malformed("assessment", read.issues)] };
  const assessment = read.value;
  const { scope, ...tried } =
    assessment.verdict === "rescope" ? await tryRescope(assessment, facts, held) : NOT_ASSESSED;
  const errors = [
    ...uncitedReasons(assessment, facts),
    ...prematureCompletion(assessment, facts.failing),
    ...tried.errors,
  ];
  return errors.length > 0
    ? { ...NOT_ASSESSED, errors, warnings: tried.warnings }
    : { ...tried, assessment, scope, errors };
};

export const NOT_ASSESSED: AssessmentCheck = { assessment: null, scope: null, errors: [], warnings: [], notes: [] };

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

const tryRescope = async (assessment: Assessment, facts: AssessmentFacts, held: Held): Promise<TriedScope> => {
  const scope = rescoped(assessment, facts);
  const done = doneBefore(facts);
  const without = scope.milestones.length === done ? "has no milestones from the current one on" : "changes nothing";
  if (scope.milestones.length === done || canonicalJson(scope) === canonicalJson(facts.scope))
    return { ...NOT_ASSESSED, errors: [malformed("assessment", [`a rescope that ${without}`])] };
  const underWay = facts.scope.milestones[done]?.acceptance ?? [];
  const tried = { ...facts, done, underWay };
  const { errors, warnings, ...judged } = await tryScope(buildDocument("scope", scope), tried, held);
  const asGiven = (found: Diagnostic): Diagnostic => ({ ...found, pointer: pointerAsGiven(found.pointer ?? "", done) });
  return { ...judged, errors: errors.map(asGiven), warnings: warnings.map(asGiven) };
};

/** The assessment lists the milestones from the current one on. */
const pointerAsGiven = (pointer: string, done: number): string =>
  pointer.replace(/^\/milestones\/(\d+)/, (_, index: string) => `/milestones/${Math.max(0, Number(index) - done)}`);
