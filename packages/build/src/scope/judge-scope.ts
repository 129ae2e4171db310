import { type Diagnostic, readScope, type Scope, type Warning } from "@llmch/contract";
import { type Findings, quotesInWords } from "@llmch/planner";
import { accepted, answeredDocument, isError, type JsonValue, type Result, readJson, rejected } from "@llmch/text";
import { noActOfUser } from "../rules/e301-outcome.ts";
import { unscopedSentences } from "../rules/e302-coverage.ts";
import { idleAcceptance } from "../rules/e303-acceptance.ts";
import { milestonesOutOfOrder } from "../rules/e304-order.ts";
import type { ScopeFacts, ScopeRule } from "../rules/rule.ts";

const RULES: readonly ScopeRule[] = [noActOfUser, unscopedSentences, idleAcceptance, milestonesOutOfOrder];

/** A scope as it was judged; null if it has errors. */
export interface ScopeCheck extends Findings {
  readonly scope: Scope | null;
}

/** Judges a scope by its form, and by the rules of scopes. Accepts any JSON value. */
export const judgeScope = (document: JsonValue, facts: ScopeFacts): ScopeCheck => {
  const read = readScope(document);
  if (!read.ok) return { scope: null, errors: [malformed("scope", read.issues)], warnings: [] };
  const found = RULES.flatMap((rule) => rule(read.value, facts));
  const errors = found.filter(isError);
  return {
    scope: errors.length === 0 ? read.value : null,
    errors,
    warnings: found.filter((each) => !isError(each)),
  };
};

/** The finding about a document that does not have the form of its schema. */
export const malformed = (what: string, faults: readonly string[]): Diagnostic => {
  const message = `the ${what} does not meet the schema: ${faults.slice(0, MOST_FAULTS).join("; ")}`;
  return { code: "E005", wo_id: null, field: null, message, pointer: "" };
};

const MOST_FAULTS = 100;

/** The document in an answer, with the spec's sentences for their numbers, or what is wrong with one that holds none. */
export const documentIn = (answer: string, what: string, spec: string): Result<JsonValue, Diagnostic> => {
  const read = readJson(answeredDocument(answer));
  return read.ok
    ? accepted(quotesInWords(read.value, spec))
    : rejected(malformed(what, [`it is not JSON: ${read.issues[0].message}`]));
};

/** Which of some acceptance commands pass already; null if they cannot be tried here, or an interrupt came first. */
export type Held = (commands: readonly string[]) => Promise<readonly string[] | null>;

/** A scope's check that also tried its acceptance. */
export interface TriedScope extends ScopeCheck {
  /** What was left out, in words. */
  readonly notes: readonly Warning[];
}

/** Judges a scope, and then tries its acceptance: one with errors is not tried, and what cannot be tried is left out, and said. */
export const tryScope = async (
  document: JsonValue,
  facts: Omit<ScopeFacts, "held">,
  held: Held,
): Promise<TriedScope> => {
  const first = judgeScope(document, { ...facts, held: [] });
  if (first.scope === null) return { ...first, notes: [] };
  const open = first.scope.milestones.slice(facts.done ?? 0);
  const begun = new Set(facts.underWay?.map(({ command }) => command));
  const commands = new Set(open.flatMap((each) => each.acceptance.map(({ command }) => command)));
  const untried = [...commands].filter((command) => !begun.has(command));
  const passing = untried.length === 0 ? [] : await held(untried);
  return passing === null
    ? { ...first, notes: [NOT_TRIED] }
    : { ...judgeScope(document, { ...facts, held: passing }), notes: [] };
};

const NOT_TRIED = "the acceptance of the milestones was not tried on the repo as it is: nothing isolates commands here";
