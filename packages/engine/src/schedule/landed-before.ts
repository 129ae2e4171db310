import type { EventBody } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import type { Layers } from "../fold/layers.ts";

/** An order's run from an earlier session. */
interface EarlierRun {
  readonly runId: string;
  readonly journal: { readonly events: readonly EventBody[] };
}

/**
 * The orders of the plan that earlier sessions of the run committed; records the layer that each changed. Includes an order whose session
 * died right after its commit, although its run has yet to finish.
 * @param pending the orders that are left, each with the run that continues it
 * @param commitOf finds a run's commit on the branch, above a given commit
 */
export const landedBefore = async (
  runs: readonly EarlierRun[],
  pending: ReadonlyMap<string, string>,
  layers: Pick<Layers, "set" | "between">,
  commitOf: (runId: string, from: string) => Promise<{ readonly commit: string } | null>,
): Promise<readonly string[]> => {
  const landed: string[] = [];
  for (const { runId, journal } of runs) {
    const { started, intent, committed } = orderProgress(journal.events);
    if (started === null || intent === null) continue;
    const { order } = started;
    // If it is carried out again in another run, the branch has lost that commit.
    if (pending.has(order) && pending.get(order) !== runId) continue;
    const found = committed ?? (pending.has(order) ? await commitOf(runId, intent.from) : null);
    if (found === null) continue;
    layers.set(order, await layers.between(intent.from, found.commit));
    landed.push(order);
  }
  return landed;
};
