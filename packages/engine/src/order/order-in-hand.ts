import type { Files, Gates, RedCommand } from "@llmch/factory";
import type { OrderTask } from "../schedule/order-task.ts";
import type { Ahead, AheadView } from "./ahead.ts";
import type { OrderRun } from "./order-ending.ts";

/** An order's run, open in this process until `finish` or `stop`. */
export interface OrderInHand {
  readonly task: OrderTask;
  /** Starts work on it before its turn; null if an earlier session got too far for that. */
  goAhead(view: AheadView): Promise<Ahead | null>;
  /**
   * Carries it to its end in its turn, and records how it ended, whatever happens.
   * @param ahead early work, which counts if it was done on what the order lands on
   */
  finish(place: TurnPlace, ahead: Ahead | null): Promise<OrderRun>;
  /** Leaves it resumable, because its turn will not come. */
  stop(): Promise<OrderRun>;
}

/** What an order is asked and judged on in its turn. */
export interface TurnPlace {
  /** Puts the order's view over a worktree that shows the branch; null if the branch shows no more than the order may see. */
  readonly over: ((below: Files) => Promise<Files>) | null;
  /** The commit that contains only what the order may see, if the branch contains more. */
  readonly seen?: () => Promise<string>;
  /** The failures that the model is told about, if they differ from those in the worktree. */
  readonly shownRed?: () => Promise<readonly RedCommand[]>;
  /** Which of the repo's verify commands fail on the branch as it is. */
  readonly red: readonly RedCommand[];
  readonly gates?: Gates;
}
