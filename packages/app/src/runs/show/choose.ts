import { orderId } from "@llmch/contract";
import { type OrderStory, type PlanStory, type RunStory, type ScheduleStory, stoppedOrder } from "@llmch/story";
import { accepted, counted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** The id of an order as it was typed: `2`, `wo-02`. */
export const idOf = (order: string): string => (/^[0-9]+$/.test(order) ? orderId(Number(order)) : order.toUpperCase());

/** The requested story: the run's own, or that of one order of a run-all. */
export const chooseOrder = (story: RunStory, order: string | undefined): Result<RunStory, Refusal> => {
  if (order === undefined) return accepted(story);
  const id = idOf(order);
  if (story.kind !== "run-all") {
    if (story.kind === "factory" && story.order === id) return accepted(story);
    return rejected(refusal("usage", `the run ${story.run_id} is not a run-all`, "leave the order out"));
  }
  const found = story.orders.find((scheduled) => scheduled.order === id);
  if (found === undefined) {
    const [first, last] = [story.orders[0], story.orders.at(-1)].map((each) => printable(each?.order ?? "-"));
    return rejected(refusal("usage", `the run-all has no order ${printable(id)}`, `name one of ${first} to ${last}`));
  }
  if (found.story !== null) return accepted(found.story);
  const why = { skipped: "was done before, by another run", waiting: "was not begun" } as const;
  const said = found.state === "skipped" || found.state === "waiting" ? why[found.state] : "has no run in this store";
  return rejected(refusal("usage", `${printable(id)} ${said}`, "name another order"));
};

/** The story that has the attempts: for a run-all that of the order that it stopped at, or else of the last one begun. */
export const storyWithAttempts = (story: RunStory): OrderStory | PlanStory | null =>
  story.kind === "run-all"
    ? (stoppedOrder(story) ?? lastBegun(story))
    : story.kind === "ask" || story.kind === "build"
      ? null
      : story;

const lastBegun = ({ orders }: ScheduleStory): OrderStory | null =>
  orders.findLast((order) => order.story !== null)?.story ?? null;

/** The number of the requested attempt, by default the last. */
export const chooseAttempt = (
  { attempts }: { readonly attempts: readonly { readonly attempt: number }[] },
  asked: number | undefined,
): Result<number, Refusal> => {
  const last = attempts.at(-1);
  if (last === undefined) return rejected(refusal("usage", "the run made no attempt", "look at it without --attempt"));
  if (asked === undefined) return accepted(last.attempt);
  if (attempts.some(({ attempt }) => attempt === asked)) return accepted(asked);
  const made = counted(new Set(attempts.map(({ attempt }) => attempt)).size, "attempt");
  return rejected(refusal("usage", `there is no attempt ${asked}`, `the run made ${made}`));
};
