import type { Stage } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";

type Row = FactorySettings["escalation"][number];

/** How an order goes on after attempts that failed. */
export interface Course {
  /** Who is asked instead of the model of the settings; null for nobody. */
  readonly model: string | null;
  /** Whether the next attempt looks around with tools; null if that hangs on what its prompt can show. */
  readonly tools: boolean | null;
  /** How many proposals an attempt asks for; null for as many as the settings say. */
  readonly candidates: number | null;
  /** Whether work is reviewed; null if it is wherever somebody reviews. */
  readonly review: boolean | null;
  /** Whether the next attempt has the order divided. */
  readonly divides: boolean;
  /** An order is divided once, and not if it is a child's child. */
  readonly mayDivide: boolean;
  /** What the last failure leads to: another attempt, a question to the user, or the end. */
  readonly next: "attempt" | "ask" | "stop";
  /** Which row of the table the last failure took, from 0, and what it says; null if none. */
  readonly taken: { readonly row: number; readonly do: Row["do"] } | null;
}

/** As the settings say, before anything is known of the order. */
export const BEGINNING: Course = {
  ...{ model: null, tools: null, candidates: null, review: null },
  ...{ divides: false, mayDivide: true },
  ...{ next: "attempt", taken: null },
};

/**
 * What the failures of an order lead to, one after the other: each takes the first row of the table that fits. What a row changes
 * stays until another one changes it.
 */
export const courseAfter = (
  table: readonly Row[],
  failed: readonly (Stage | null)[],
  beginning: Course = BEGINNING,
): Course => {
  let course = beginning;
  for (const [index, stage] of failed.entries()) {
    const mayDivide = course.mayDivide && !course.divides;
    const row = table.findIndex(
      (each) =>
        (each.after === "any" || each.after === stage) &&
        index + 1 >= each.failures &&
        (mayDivide || each.do !== "divide"),
    );
    course = followed({ ...course, mayDivide }, table[row], row);
  }
  return course;
};

/** The same where nothing is divided. */
export const neverDivided = (course: Course): Course => ({ ...course, divides: false, mayDivide: false });

const followed = (course: Course, row: Row | undefined, index: number): Course => ({
  ...course,
  model: row?.do === "model" ? row.model : course.model,
  tools: row?.do === "agent" ? true : course.tools,
  divides: row?.do === "divide",
  next: row?.do === "ask" || row?.do === "stop" ? row.do : "attempt",
  taken: row === undefined ? null : { row: index, do: row.do },
});
