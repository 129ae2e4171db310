import type { Stage } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import type { AttemptRecord } from "./attempt-record.ts";

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
  /** What the last failure leads to: another attempt, a revised order, a question to the user, or the end. */
  readonly next: "attempt" | "revise" | "ask" | "stop";
  /** Which row of the table the last failure took, from 0, and what it says; null if none. */
  readonly taken: { readonly row: number; readonly do: Row["do"] } | null;
}

/** An attempt that failed, as the table looks at it. */
export interface Failure {
  readonly stage: Stage | null;
  /** True if every command held, and notes of a review still stood. */
  readonly isReviewed: boolean;
  /** What the attempts at the order had cost by then; null if that is not known. */
  readonly usd: number | null;
}

/** The attempts at an order that failed, and what they had cost by each of them. */
export const failuresOf = (failed: readonly AttemptRecord[], costs: readonly (number | null)[]): readonly Failure[] =>
  failed.map(({ stage, failure_brief: brief }, index) => ({
    ...{ stage, isReviewed: brief?.reviewed === true },
    usd: costs[index] ?? null,
  }));

const fits = ({ after, usd: least }: Row, { stage, isReviewed, usd }: Failure): boolean => {
  switch (after) {
    case "any":
      return true;
    case "review":
      return isReviewed;
    case "cost":
      return usd !== null && least !== null && usd >= least;
    default:
      return after === stage;
  }
};

/** As the settings say, before anything is known of the order. */
export const BEGINNING: Course = {
  ...{ model: null, tools: null, candidates: null, review: null },
  ...{ divides: false, mayDivide: true },
  ...{ next: "attempt", taken: null },
};

/**
 * What the failures of an order lead to, one after the other: each takes the first row of the table that fits. What a row changes
 * stays until another one changes it. A row that has the order revised fits once.
 */
export const courseAfter = (
  table: readonly Row[],
  failed: readonly Failure[],
  beginning: Course = BEGINNING,
): Course => {
  let course = beginning;
  const taken = new Set<number>();
  for (const [index, failure] of failed.entries()) {
    const mayDivide = course.mayDivide && !course.divides;
    const isLeft = (what: Row["do"], at: number): boolean =>
      what === "divide" ? mayDivide : what !== "revise" || !taken.has(at);
    const row = table.findIndex((each, at) => fits(each, failure) && index + 1 >= each.failures && isLeft(each.do, at));
    taken.add(row);
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
  next: row?.do === "ask" || row?.do === "stop" || row?.do === "revise" ? row.do : "attempt",
  taken: row === undefined ? null : { row: index, do: row.do },
});
