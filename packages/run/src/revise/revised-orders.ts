import { join } from "node:path";
import { type RunEvent, revisionFolder } from "@llmch/contract";
import { type OrderRevised, orderProgress } from "@llmch/factory";
import { type LoadedOrder, type LoadFault, loadOrderFile } from "@llmch/records";
import { newRunMark, type StoredRun } from "@llmch/store";
import { accepted, type Environment, type JsonObject, type Result, refusal, rejected } from "@llmch/text";

/** The orders of a run in their current form. */
export interface StandingOrders {
  readonly orders: readonly LoadedOrder[];
  /** True if this user accepted every revision on this machine. */
  readonly isOwn: boolean;
}

/**
 * The orders of a run with the accepted revisions.
 * @param orders as the run began with them
 * @param runs the runs of its orders; for a single order, its own
 */
export const standingOrders = async (
  orders: readonly LoadedOrder[],
  runs: readonly StoredRun[],
  env: Environment,
): Promise<Result<StandingOrders, LoadFault>> => {
  const byOrder = new Map(runs.map((run) => [orderOf(run.journal.events), run]));
  const standing: LoadedOrder[] = [];
  let isOwn = true;
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
    isOwn &&= revised.mark !== null && revised.mark === revisionMark(revised, run, env);
  }
  return accepted({ orders: standing, isOwn });
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

/** The mark of a revision that this user accepts on this machine; null if no key can be stored. */
export const revisionMark = (
  { revision, order, from_sha256, work_order_sha256, asked }: Omit<OrderRevised, "mark">,
  run: Pick<StoredRun, "directory" | "runId">,
  env: Environment,
): string | null => {
  const body: JsonObject = { type: "order_revised", revision, order, from_sha256, work_order_sha256, asked };
  return newRunMark(env, run, body);
};
