import type { Stage } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import type { AttemptRecord } from "../job/outcome.ts";

type Row = FactorySettings["escalation"][number];

/** How an order continues after failed attempts. */
export interface Course {
  /** The model to ask instead of the one from the settings; null for that one. */
  readonly model: string | null;
  /** Whether the next attempt uses tools; null if that depends on what its prompt can show. */
  readonly tools: boolean | null;
  /** Whether the work is reviewed; null to review it if there is a reviewer. */
  readonly review: boolean | null;
  /** Whether the next attempt divides the order. */
  readonly divides: boolean;
  /** An order is divided at most once, and never if it is a child's child. */
  readonly mayDivide: boolean;
  /** What the last failure leads to: another attempt, a revised order, a question to the user, or the end. */
  readonly next: "attempt" | "revise" | "ask" | "stop";
  /** The table row that the last failure took (from 0), and its action; null if none. */
  readonly taken: { readonly row: number; readonly do: Row["do"] } | null;
}

/** A failed attempt, as the table sees it. */
export interface Failure {
  readonly stage: Stage | null;
  /** True if every command passed, but review notes remained open. */
  readonly isReviewed: boolean;
  /** What the order's attempts had cost by then; null if unknown. */
  readonly usd: number | null;
}

/** An order's failed attempts, with the cost by each of them. */
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

/** The course before any failure or triage: as the settings say. */
export const BEGINNING: Course = {
  ...{ model: null, tools: null, review: null },
  ...{ divides: false, mayDivide: true },
  ...{ next: "attempt", taken: null },
};

/**
 * Derives the course from an order's failures, in sequence: each takes the first row that fits. A row's changes stay until another
 * row changes them. A `revise` row fits only once.
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

/** The same course, without division. */
export const neverDivided = (course: Course): Course => ({ ...course, divides: false, mayDivide: false });

const followed = (course: Course, row: Row | undefined, index: number): Course => ({
  ...course,
  model: row?.do === "model" ? row.model : course.model,
  tools: row?.do === "agent" ? true : course.tools,
  divides: row?.do === "divide",
  next: row?.do === "ask" || row?.do === "stop" || row?.do === "revise" ? row.do : "attempt",
  taken: row === undefined ? null : { row: index, do: row.do },
});
