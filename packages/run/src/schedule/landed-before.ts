import type { EventBody } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import type { Layer } from "../order/layer.ts";

/** An order's run from an earlier session. */
interface EarlierRun {
  readonly runId: string;
  readonly journal: { readonly events: readonly EventBody[] };
}

/**
 * The orders of the plan that earlier sessions of the run committed, and what each changed. Includes an order whose session died right
 * after its commit, although its run has yet to finish.
 * @param pending the orders that are left, each with the run that continues it
 * @param commitOf finds a run's commit on the branch, above a given commit
 */
export const landedBefore = async (
  runs: readonly EarlierRun[],
  pending: ReadonlyMap<string, string>,
  layerBetween: (from: string, to: string) => Promise<Layer>,
  commitOf: (runId: string, from: string) => Promise<{ readonly commit: string } | null>,
): Promise<ReadonlyMap<string, Layer>> => {
  const landed = new Map<string, Layer>();
  for (const { runId, journal } of runs) {
    const { started, intent, committed } = orderProgress(journal.events);
    if (started === null || intent === null) continue;
    const { order } = started;
    // If it is carried out again in another run, the branch has lost that commit.
    if (pending.has(order) && pending.get(order) !== runId) continue;
    const found = committed ?? (pending.has(order) ? await commitOf(runId, intent.from) : null);
    if (found !== null) landed.set(order, await layerBetween(intent.from, found.commit));
  }
  return landed;
};
