import { designOfRun, type LoadedOrder, type LoadFault, orderRunsOf, ordersOfRun, runsOfOrders } from "@llmch/records";
import { standingOrders } from "@llmch/run";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { isOwnRun } from "../../resume/own-run.ts";
import { strangeFault } from "../../resume/strange-entries.ts";
import type { AuditedRun } from "../find-audited.ts";
import { recordedEnds } from "./recorded-ends.ts";
import type { Repeatable } from "./repeated-work.ts";

/** The part of a run that can be carried out again, or why nothing can. */
export const repeatable = async (
  root: string,
  run: Pick<AuditedRun, "kind" | "runId">,
  env: Environment,
): Promise<Result<Repeatable, Refusal>> => {
  const read = await recordedOrders(root, run, env);
  if (!read.ok) return read;
  const { stored, beginning, orders, ends, isOwn } = read.value;
  const landed = ends.flatMap((end) => (end.landed === null ? [] : [{ order: end.order, ...end.landed }]));
  const later = landed.find(({ from }, index) => index > 0 && from !== landed[index - 1]?.commit);
  if (later !== undefined) {
    const message = `other commits came in between before ${later.order} landed, and the run has no record of them`;
    return no(message, "audit it without --sequential");
  }
  const design = await designOfRun(stored);
  if (!design.ok) return rejected(design.issues[0]);
  const from = landed[0]?.from ?? beginning.baseline;
  return accepted({ stored, beginning, orders, design: design.value.design, ends, from, isOwn });
};

/** What a run's record tells of its orders. */
export interface RecordedOrders extends Pick<Repeatable, "stored" | "beginning" | "orders" | "ends" | "isOwn"> {
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
  if (kind === "build")
    return no(`${runId} is a build`, `name the run-all of a window, which \`llmch show ${runId}\` tells`);
  const read = await readStoredRun(root, kind, runId);
  if (!read.ok)
    return no(
      `the journal of ${runId} cannot be read: ${read.issues[0].message}`,
      `\`llmch audit ${runId}\` says more`,
    );
  const stored = read.value;
  const strange = await strangeFault(stored);
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
  const standing = await standingOrders(orders.value, await runsOfOrders(stored), env);
  if (!standing.ok) return rejected(asRefusal(standing.issues[0]));
  const isOwn = isOwnRun(stored, beginning, orders.value, env) && standing.value.isOwn;
  return accepted({ stored, beginning, orders: orders.value, standing: standing.value.orders, ends, isOwn });
};

const no = (message: string, hint: string) => rejected(refusal("not-repeatable", message, hint));

/** A fault in a recorded order is not a diagnostic of the user's plan. */
export const asRefusal = (fault: LoadFault): Refusal =>
  "hint" in fault
    ? fault
    : refusal("not-repeatable", `${fault.wo_id ?? "an order"}: ${fault.message}`, "audit it without --sequential");
