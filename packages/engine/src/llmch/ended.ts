import type { Diagnostic, Refusal } from "@llmch/contract";
import { issueOf } from "./issues.ts";
import type { Issue, Outcome } from "./public.ts";

/** How an act ended, before it becomes an outcome. */
export interface Ended<Value> {
  readonly value: Value | null;
  /** Why the act did not succeed; empty if it did. */
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/** Nothing was made or spent. */
export const refusedBy = (found: readonly (Refusal | Diagnostic)[]): Ended<never> => ({
  value: null,
  issues: found.map(issueOf),
  warnings: [],
});

export const outcomeOf = <Value>({ value, issues, warnings }: Ended<Value>): Outcome<Value> => {
  const [first, ...rest] = issues;
  if (first !== undefined) return { ok: false, value, issues: [first, ...rest], warnings };
  if (value === null) throw new Error("an act that ended well has no value");
  return { ok: true, value, issues: [], warnings };
};
