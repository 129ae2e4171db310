import { join } from "node:path";
import { type RunEvent, revisionFolder } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import { type LoadedOrder, type LoadFault, loadOrderFile } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { accepted, type Result, refusal, rejected } from "@llmch/text";

/**
 * The orders of a run with the accepted revisions.
 * @param orders as the run began with them
 * @param runs the runs of its orders; for a single order, its own
 */
export const standingOrders = async (
  orders: readonly LoadedOrder[],
  runs: readonly StoredRun[],
): Promise<Result<readonly LoadedOrder[], LoadFault>> => {
  const byOrder = new Map(runs.map((run) => [orderOf(run.journal.events), run]));
  const standing: LoadedOrder[] = [];
  for (const loaded of orders) {
    const run = byOrder.get(loaded.order.id);
    const revised = run === undefined ? null : orderProgress(run.journal.events).revised;
    if (run === undefined || revised === null) {
      standing.push(loaded);
      continue;
    }
    const read = await loadRevision(run, revised);
    if (!read.ok) return read;
    const shown = run.journal.events.findLast((event) => event.type === "order_revised" && event.asked);
    const seen = shown?.type === "order_revised" ? await loadRevision(run, shown) : accepted(loaded);
    if (!seen.ok) return seen;
    standing.push(revised.asked ? read.value : { ...read.value, origin: seen.value.order });
  }
  return accepted(standing);
};

const orderOf = ([first]: readonly RunEvent[]): string | null => (first?.type === "order_started" ? first.order : null);

/** A revision as kept in the order's run. It must be the one named in the journal. */
export const loadRevision = async (
  { directory, runId }: Pick<StoredRun, "directory" | "runId">,
  { revision, work_order_sha256 }: { readonly revision: number; readonly work_order_sha256: string | null },
): Promise<Result<LoadedOrder, LoadFault>> => {
  const name = `${revisionFolder(revision)}/work_order.json`;
  const loaded = await loadOrderFile(join(directory, name), "none");
  if (!loaded.ok || loaded.value.sha256 === work_order_sha256) return loaded;
  const message = `factory/${runId}/${name} is not the order that the journal speaks of`;
  return rejected(refusal("not-resumable", message, "ask for another with `llmch revise --refresh`"));
};
