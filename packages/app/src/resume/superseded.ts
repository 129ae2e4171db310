import { type Refusal, refusal } from "@llmch/contract";
import type { StoredRun } from "@llmch/store";
import type { Repository } from "@llmch/workspace";

/**
 * Why a run must not be resumed: since it ended, another run has carried out one of its orders on the branch, so what the run knows is
 * stale. Null if only the run itself and its user have worked there.
 */
export const supersededBy = async (
  { runId, journal }: StoredRun,
  orders: readonly string[],
  repo: Repository,
  { branch, from }: { readonly branch: string; readonly from: string },
): Promise<Refusal | null> => {
  const tip = await repo.branchTip(branch);
  if (tip === null || tip === from) return null;
  const own = new Set([
    runId,
    ...journal.events.flatMap((event) => (event.type === "order_run_started" ? [event.run] : [])),
  ]);
  const since = await repo.doneOrders((await repo.resolveCommit(from)) === null ? tip : `${from}..${tip}`);
  const other = since.find(({ order, run }) => orders.includes(order) && !own.has(run));
  if (other === undefined) return null;
  const message = `${other.order} was carried out on ${branch} since, by the run ${other.run || "of another"} (${other.commit.slice(0, 10)})`;
  return refusal(
    "superseded",
    message,
    "there is nothing left to do for this run; `llmch run-all` carries out what is open",
  );
};
