import type { AcceptedChange } from "@llmch/contract";
import type { Gates } from "./ports.ts";

/** An order's gates, for one attempt after the other. */
export interface OrderGates {
  forAttempt(): HeldGates;
  /** Whether the next attempt may follow at once. A failure before the gates does not depend on what they would have run on. */
  mayGoOn(): Promise<boolean>;
}

/** An attempt's gates, entered by its first proposal that is judged. */
export interface HeldGates {
  enter(changes: readonly AcceptedChange[] | null): Promise<void>;
  /**
   * Lets others in while the author is asked again: it may want to run commands. Late gates stay held, because they cannot be
   * entered twice.
   */
  leaveForAuthor(): void;
  /** The attempt is over. */
  leave(passed: boolean): void;
}

export const orderGates = (gates: Gates | undefined): OrderGates => {
  let wereEntered = false;
  return {
    forAttempt: () => {
      wereEntered = false;
      let over: ((passed: boolean) => void) | undefined;
      const leave = (passed: boolean): void => {
        over?.(passed);
        over = undefined;
      };
      return {
        enter: async (changes) => {
          wereEntered = true;
          over ??= await gates?.enter(changes);
        },
        leaveForAuthor: () => {
          if (gates?.areLate !== true) leave(false);
        },
        leave,
      };
    },
    mayGoOn: async () => !wereEntered || ((await gates?.mayGoOn?.()) ?? true),
  };
};
