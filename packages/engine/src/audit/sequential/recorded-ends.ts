import type { RunConfig, RunEvent, Stage } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import type { StoredRun } from "@llmch/store";

/** How an order ended according to its run's record: it landed, or it failed. */
export interface RecordedEnd {
  readonly order: string;
  /** Null if it failed. */
  readonly landed: { readonly commit: string; readonly tree: string; readonly from: string } | null;
  /** The stage at which it failed; null if it landed, or failed before its first attempt. */
  readonly stage: Stage | null;
  /** How many attempts were made at its final form. */
  readonly attempts: number;
  /** How many revisions of it were accepted. */
  readonly revisions: number;
}

/** The ends of order runs, except those that broke off or had no model. The last run of an order counts. */
export const recordedEnds = (runs: readonly StoredRun[]): ReadonlyMap<string, RecordedEnd> => {
  const ends = new Map<string, RecordedEnd>();
  for (const { journal } of runs) {
    const { started, intent, committed, verdict, next, before } = orderProgress(journal.events);
    if (started === null) continue;
    ends.delete(started.order);
    const hasLanded = verdict === "PASS" && committed !== null && intent !== null;
    if (!hasLanded && verdict !== "FAIL") continue;
    ends.set(started.order, {
      order: started.order,
      landed: hasLanded ? { commit: committed.commit, tree: committed.tree, from: intent.from } : null,
      stage: hasLanded ? null : lastStage(journal.events),
      attempts: (hasLanded ? intent.attempt : next - 1) - before,
      revisions: journal.events.filter(({ type }) => type === "order_revised").length,
    });
  }
  return ends;
};

const lastStage = (events: readonly RunEvent[]): Stage | null =>
  events.findLast((event) => event.type === "attempt_failed")?.brief.stage ?? null;

/** The commit that the first of the orders started from. */
export const beginningOf = (ends: readonly RecordedEnd[], baseline: string): string =>
  ends.find(({ landed }) => landed !== null)?.landed?.from ?? baseline;

/** The first order whose commit is not based on that of the previous one, because other commits came in between. */
export const interrupting = (ends: readonly RecordedEnd[]): RecordedEnd | null => {
  const landed = ends.filter((end) => end.landed !== null);
  return landed.find((end, index) => index > 0 && end.landed?.from !== landed[index - 1]?.landed?.commit) ?? null;
};

/** Limits for the orders, chosen so that none ends sooner than it did. */
export const limitsOf = (
  ends: readonly RecordedEnd[],
  { max_attempts }: Pick<RunConfig, "max_attempts">,
): { readonly attempts: number; readonly revisions: number } => ({
  attempts: Math.max(max_attempts, ...ends.map(({ attempts }) => attempts)),
  revisions: ends.reduce((sum, { revisions }) => sum + revisions, 0),
});
