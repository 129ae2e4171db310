import { dirname } from "node:path";
import type { LoadedOrder } from "@llmch/records";
import { isRunId, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Refusal, refusal } from "@llmch/text";
import type { Repository } from "@llmch/workspace";

/** The runs of this store in which a person has carried out orders of a run-all on its branch since that began. */
export const landedByHand = async (
  { directory, kind }: StoredRun,
  orders: readonly LoadedOrder[],
  repo: Repository,
  { branch, from }: { readonly branch: string; readonly from: string },
): Promise<readonly StoredRun[]> => {
  if (kind !== "run-all" || (await repo.branchTip(branch)) === null || (await repo.resolveCommit(from)) === null)
    return [];
  const landed: StoredRun[] = [];
  for (const { order, sha256, run } of await repo.doneOrders(`${from}..refs/heads/${branch}`)) {
    if (!orders.some((each) => each.order.id === order && each.sha256 === sha256) || !isRunId(run)) continue;
    const stored = await readStoredRun(dirname(dirname(directory)), "factory", run);
    const [beginning] = stored.ok ? stored.value.journal.events : [];
    if (stored.ok && beginning?.type === "order_started" && beginning.config.by_hand === true)
      landed.push(stored.value);
  }
  return landed;
};

/**
 * Why a run must not be resumed: since it ended, another run has carried out one of its orders on the branch, so what the run knows is
 * stale. Null if only the run itself and its user have worked there.
 * @param byHand the runs in which its user carried out orders of it
 */
export const supersededBy = async (
  { runId, journal }: StoredRun,
  orders: readonly string[],
  repo: Repository,
  { branch, from }: { readonly branch: string; readonly from: string },
  byHand: readonly StoredRun[],
): Promise<Refusal | null> => {
  const tip = await repo.branchTip(branch);
  if (tip === null || tip === from) return null;
  const own = new Set([
    runId,
    ...byHand.map((run) => run.runId),
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
