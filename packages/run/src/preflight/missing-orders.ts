import { basename } from "node:path";
import { givesFile, judgeWorkOrder, needsFile, type WorkOrder } from "@llmch/contract";
import { type LoadedOrder, ordersOf, readPlan } from "@llmch/records";
import { type JsonValue, type Refusal, refusal } from "@llmch/text";

/** Orders, and where to find what they lack. */
export interface OrdersPlace {
  /** The orders to carry out, in sequence. */
  readonly pending: readonly LoadedOrder[];
  /** The files of the commit that the first one starts from. */
  readonly files: readonly string[];
  /** The folder of the orders, which may also contain the rest of their plan. */
  readonly directory: string;
  /** The manifest in that folder; null if there is none. */
  readonly manifest: JsonValue;
  /** The ids of the orders that are done according to the history. */
  done(): Promise<ReadonlySet<string>>;
}

/** A precondition on a file that another order of the plan would have met. */
export interface MissingOrder {
  readonly order: string;
  readonly path: string;
  readonly refusal: Refusal;
}

/**
 * The preconditions that fail because an order of the plan was left out, deleted, or is not done yet: the plan is right, but the
 * selection is not. The rest of the plan is read only if a precondition fails.
 */
export const missingOrders = async ({
  pending,
  files,
  directory,
  manifest,
  done,
}: OrdersPlace): Promise<readonly MissingOrder[]> => {
  const unmet = unmetConditions(pending, files);
  if (unmet.length === 0) return [];
  const plan = await wholePlan(directory, manifest);
  const isDone = await done();
  return unmet.flatMap(({ order, kind, path }): readonly MissingOrder[] => {
    const maker = plan.find(({ id, postconditions }) => id !== order && postconditions.some(sees(kind, path)))?.id;
    if (maker === undefined || pending.some((each) => each.order.id === maker)) return [];
    const lacks = needsFile(kind)
      ? `needs ${path}, which ${maker} makes`
      : `must not find ${path}, which ${maker} removes`;
    const [state, hint] = isDone.has(maker)
      ? [`${maker} is done, and its work was undone since`, "restore the file, or plan again"]
      : [
          `${maker} is not among the orders to carry out, and the branch's history does not show it done`,
          `carry ${maker} out first, with its file in ${basename(directory)}, or plan again`,
        ];
    return [{ order, path, refusal: refusal("missing-order", `${order} ${lacks}: ${state}`, hint) }];
  });
};

interface Unmet {
  readonly order: string;
  readonly kind: string;
  readonly path: string;
}

/** Preconditions on files that are missing, or still present, when the order's turn comes. */
const unmetConditions = (pending: readonly LoadedOrder[], files: readonly string[]): readonly Unmet[] => {
  const standing = new Set(files);
  return pending.flatMap(({ order }) => {
    const unmet = order.preconditions.filter(({ kind, path }) => needsFile(kind) !== standing.has(path));
    for (const { kind, path } of order.postconditions) {
      if (givesFile(kind)) standing.add(path);
      else if (kind === "file_absent") standing.delete(path);
    }
    return unmet.map(({ kind, path }) => ({ order: order.id, kind, path }));
  });
};

/** Whether a postcondition meets a precondition of that kind. */
const sees =
  (wanted: string, wantedPath: string) =>
  ({ kind, path }: WorkOrder["postconditions"][number]): boolean =>
    path === wantedPath && (needsFile(wanted) ? givesFile(kind) : kind === "file_absent");

/** The orders of a plan: those in its manifest, and those in files beside it. */
const wholePlan = async (directory: string, manifest: JsonValue): Promise<readonly WorkOrder[]> => {
  const beside = await readPlan(directory);
  const orders = [
    ...ordersOf(manifest),
    ...(beside.ok && beside.value.kind === "orders" ? ordersOf(beside.value.document) : []),
  ];
  return orders.flatMap((order) => {
    const judged = judgeWorkOrder(order);
    return judged.ok ? [judged.value] : [];
  });
};
