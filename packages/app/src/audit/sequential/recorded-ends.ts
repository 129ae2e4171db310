import type { RunEvent, Stage } from "@llmch/contract";
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
