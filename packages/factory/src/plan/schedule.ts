import type { WorkOrder } from "@llmch/contract";

/** An order with the hash by which the history identifies it (contract §6). */
export interface ScheduledOrder {
  readonly order: WorkOrder;
  readonly sha256: string;
}

export interface DoneOrder {
  readonly order: string;
  readonly sha256: string;
}

/** Splits a plan by what the branch's history shows as done: same id and same hash. A changed order is not done. */
export const splitByHistory = <Scheduled extends ScheduledOrder>(
  orders: readonly Scheduled[],
  done: readonly DoneOrder[],
): { readonly skipped: readonly Scheduled[]; readonly pending: readonly Scheduled[] } => {
  const isDone = doneIn(done);
  const isSkipped = ({ order, sha256 }: ScheduledOrder) => isDone(order.id, sha256);
  return { skipped: orders.filter(isSkipped), pending: orders.filter((scheduled) => !isSkipped(scheduled)) };
};

/** Tells which orders are done, by their id and hash. */
export const doneIn = (done: readonly DoneOrder[]): ((id: string, sha256: string) => boolean) => {
  const marks = new Set(done.map(({ order, sha256 }) => `${order} ${sha256}`));
  return (id, sha256) => marks.has(`${id} ${sha256}`);
};

/** True if the order verifies, or if the plan or the operator lets it skip that (contract §5). */
export const exemptionHonoured = (order: WorkOrder, allowVerifyExempt: boolean): boolean =>
  !order.verify_exempt ||
  allowVerifyExempt ||
  (order.provenance?.bootstrap === true && (order.provenance.planner_run_id ?? "") !== "");

/** The branch name that a run generates for itself (contract §6): the title, and the end of the run's ULID. */
export const generatedBranch = (title: string, ulid: string): string =>
  `llmch/${branchWords(title)}-${ulid.slice(-6).toLowerCase()}`;

/** A title as a part of a branch's name: `pay-by-card`. */
export const branchWords = (title: string): string => {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const whole = (words.length === 0 ? ["run"] : words).join("-");
  const slug = whole.length > SLUG_LENGTH ? whole.slice(0, SLUG_LENGTH + 1).replace(/-[^-]*$/, "") : whole;
  return slug.slice(0, SLUG_LENGTH);
};

const SLUG_LENGTH = 40;
