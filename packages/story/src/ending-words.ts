import type { Need } from "@llmch/contract";
import { EXIT } from "@llmch/text";

/**
 * A verdict as shown to people: a run that they interrupted, or that waits for them, did not fail. Records and `--json` say ERROR (contract
 * §1).
 */
export const verdictInWords = <Verdict extends string>(
  verdict: Verdict,
  exitCode: number | null,
): Verdict | "INTERRUPTED" | "WAITING" => {
  if (exitCode === EXIT.waiting) return "WAITING";
  return exitCode === EXIT.interrupted ? "INTERRUPTED" : verdict;
};

/** Whether it is about the whole run, and not one order or question of it. */
export const isOfWhole = ({ kind }: Pick<Need, "kind">): boolean =>
  kind === "plan" || kind === "network" || kind === "push";

/** How an order ended, besides its verdict. */
interface EndedOrder {
  readonly order: string;
  readonly exitCode: number | null;
  /** The stage of its last attempt; null if it has none. */
  readonly stage: string | null;
}

/** The most orders that are named. */
const MOST_ENDED = 3;

/**
 * Which orders did not pass, and why: `WO-07 failed (verify_failed)`; empty if there are none. Those that were only interrupted count if
 * nothing else went wrong.
 * @param needs what the whole run waits for: an order that waits with its plan does not wait by itself
 */
export const notPassedInWords = (orders: readonly EndedOrder[], needs: readonly Pick<Need, "kind">[] = []): string => {
  const whole = new Set(needs.flatMap((need) => (isOfWhole(need) ? [`the ${need.kind} waits for your decision`] : [])));
  const ended = orders.filter(({ exitCode }) => exitCode !== EXIT.waiting || whole.size === 0);
  const own = ended.filter(({ exitCode }) => exitCode !== EXIT.interrupted);
  const told = own.length === 0 ? ended : own;
  const more = told.length - MOST_ENDED;
  return [
    ...told.slice(0, MOST_ENDED).map(endInWords),
    ...(more > 0 ? [`${more} more did not pass`] : []),
    ...whole,
  ].join(", ");
};

/** A plan that failed as a whole, in place of an order. */
export const wholeEnded = ({ stage }: { readonly stage: string }): EndedOrder => ({
  ...{ order: "the whole", exitCode: EXIT.failed, stage },
});

const endInWords = ({ order, exitCode, stage }: EndedOrder): string => {
  const why = stage === null ? "" : ` (${stage})`;
  switch (exitCode) {
    case EXIT.interrupted:
      return `${order} was interrupted`;
    case EXIT.waiting:
      return `${order} waits for your decision`;
    case EXIT.limit:
      return `${order} was stopped by the budget`;
    case EXIT.failed:
      return `${order} failed${why}`;
    default:
      return `${order} ended in an error${why}`;
  }
};
