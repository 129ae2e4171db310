/** Orders and what each rests on, in plan order. */
export interface OrderGraph {
  readonly orders: readonly OrderNode[];
}

export interface OrderNode {
  readonly id: string;
  /** The orders that must have passed before. */
  readonly after: readonly string[];
}

export type OrderState = "waiting" | "running" | "passed" | "failed";

/** How every order of the graph stands. */
export type ScheduleState = ReadonlyMap<string, OrderState>;

/** What is to be done next. Nothing at all means: wait for one that is running. */
export type Action = { readonly kind: "start"; readonly order: string } | { readonly kind: "end" };

/**
 * Decides what a schedule does next: a pure function, so that the same state always leads to the same step. What rests on nothing that
 * is open starts, as far as there are slots, the longest remaining path first, then in plan order. One that failed ends the schedule
 * once nothing is running any more (contract §1).
 * @param isStopping true once a signal has come: nothing starts any more
 */
export const nextActions = (
  graph: OrderGraph,
  state: ScheduleState,
  slots: number,
  isStopping = false,
): readonly Action[] => {
  const inState = (wanted: OrderState) => graph.orders.filter(({ id }) => state.get(id) === wanted);
  const running = inState("running").length;
  const isOver = isStopping || inState("failed").length > 0;
  const ready = isOver ? [] : inState("waiting").filter(({ after }) => after.every((id) => state.get(id) === "passed"));
  if (ready.length === 0) return running === 0 ? [{ kind: "end" }] : [];
  const remaining = remainingPaths(graph);
  const first = [...ready].sort((one, two) => (remaining.get(two.id) ?? 0) - (remaining.get(one.id) ?? 0));
  return first.slice(0, Math.max(0, slots - running)).map(({ id }) => ({ kind: "start", order: id }));
};

/** How many orders stand on the longest path from each to the end. What an order rests on stands before it in the plan. */
const remainingPaths = ({ orders }: OrderGraph): ReadonlyMap<string, number> => {
  const longest = new Map(orders.map(({ id }) => [id, 1]));
  for (const { id, after } of [...orders].reverse()) {
    const own = longest.get(id) ?? 1;
    for (const before of after) longest.set(before, Math.max(longest.get(before) ?? 1, own + 1));
  }
  return longest;
};

/** A plan whose every order rests on the one before it. */
export const chainOf = (ids: readonly string[]): OrderGraph => ({
  orders: ids.map((id, index) => ({ id, after: ids.slice(Math.max(0, index - 1), index) })),
});
