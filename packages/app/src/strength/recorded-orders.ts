import { orderProgress } from "@llmch/factory";
import { type LoadedOrder, type LoadFault, notOwnFault, orderRunsOf, ordersOfRun, runsOfOrders } from "@llmch/records";
import { type Beginning, standingOrders } from "@llmch/run";
import type { StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { AuditedRun } from "../audit/find-audited.ts";
import { strangeFault } from "../runs/resume/strange-entries.ts";

/** What a run's record tells of its orders. */
export interface RecordedOrders {
  readonly stored: StoredRun;
  readonly beginning: Beginning;
  /** How its orders ended, in order. */
  readonly ends: readonly RecordedEnd[];
  /** The orders with the revisions that were taken up. */
  readonly standing: readonly LoadedOrder[];
}

/** The orders of a run and how they ended, or why the record does not tell. */
export const recordedOrders = async (
  root: string,
  { kind, runId }: Pick<AuditedRun, "kind" | "runId">,
  env: Environment,
): Promise<Result<RecordedOrders, Refusal>> => {
  if (kind === "ask") return no(`${runId} is a question`, "name a run of orders");
  if (kind === "planner") return no(`${runId} is a plan`, "name a run of orders");
  if (kind === "build") return no(`${runId} is a build`, "name the run-all of a window");
  const read = await readStoredRun(root, kind, runId);
  if (!read.ok)
    return no(
      `the journal of ${runId} cannot be read: ${read.issues[0].message}`,
      `\`llmch audit ${runId}\` says more`,
    );
  const stored = read.value;
  const strange = (await strangeFault(stored)) ?? (await notOwnFault(env, stored));
  if (strange !== null) return rejected(strange);
  const [beginning] = stored.journal.events;
  if (beginning?.type !== "order_started" && beginning?.type !== "schedule_started")
    return no(`${runId} ended before it began with an order`, "name another run");
  if (beginning.type === "order_started" && beginning.schedule !== null)
    return no(`${runId} is a part of the run-all ${beginning.schedule}`, `name that one: ${beginning.schedule}`);
  const orders = await ordersOfRun(stored);
  if (!orders.ok) return rejected(asRefusal(orders.issues[0]));
  const byOrder = recordedEnds(kind === "run-all" ? await orderRunsOf(stored) : [stored]);
  const ends = orders.value.flatMap(({ order }) => byOrder.get(order.id) ?? []);
  if (ends.length === 0) return no(`no order of ${runId} came to its end`, `\`llmch resume ${runId}\` continues it`);
  const standing = await standingOrders(orders.value, await runsOfOrders(stored));
  if (!standing.ok) return rejected(asRefusal(standing.issues[0]));
  return accepted({ stored, beginning, standing: standing.value, ends });
};

/** How an order ended according to its run's record. */
interface RecordedEnd {
  readonly order: string;
  /** Null if it failed. */
  readonly landed: { readonly commit: string; readonly from: string } | null;
}

/** The ends of order runs, except those that broke off or had no model. The last run of an order counts. */
const recordedEnds = (runs: readonly StoredRun[]): ReadonlyMap<string, RecordedEnd> => {
  const ends = new Map<string, RecordedEnd>();
  for (const { journal } of runs) {
    const { started, intent, committed, verdict } = orderProgress(journal.events);
    if (started === null) continue;
    const { order } = started;
    ends.delete(order);
    const landed = verdict === "PASS" && committed !== null && intent !== null;
    if (landed) ends.set(order, { order, landed: { commit: committed.commit, from: intent.from } });
    else if (verdict === "FAIL") ends.set(order, { order, landed: null });
  }
  return ends;
};

const no = (message: string, hint: string) => rejected(refusal("not-repeatable", message, hint));

/** A fault in a recorded order is not a diagnostic of the user's plan. */
const asRefusal = (fault: LoadFault): Refusal =>
  "hint" in fault
    ? fault
    : refusal("not-repeatable", `${fault.wo_id ?? "an order"}: ${fault.message}`, "`llmch audit` says more");
