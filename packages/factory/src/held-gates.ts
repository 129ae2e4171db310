import type { AcceptedChange, Gates } from "./ports.ts";

/** The gates of an order, one attempt after the other. */
export interface OrderGates {
  /** @param isOneProposal false if others may be chosen instead of the one that the gates are entered for */
  forAttempt(isOneProposal: boolean): HeldGates;
  /** Whether the next attempt may follow at once. What failed before the gates fails on whatever they would have run on. */
  mayGoOn(): Promise<boolean>;
}

/** The gates of an attempt: entered for its first proposal that is judged, whichever that is. */
export interface HeldGates {
  enter(changes: readonly AcceptedChange[] | null): Promise<void>;
  /** Lets others in while an author is asked once more: it may want commands run. Late gates cannot be entered twice. */
  leaveForAuthor(): void;
  /** The attempt is over. */
  leave(passed: boolean): void;
}

export const orderGates = (gates: Gates | undefined): OrderGates => {
  let wereEntered = false;
  return {
    forAttempt: (isOneProposal) => {
      wereEntered = false;
      let over: ((passed: boolean) => void) | undefined;
      const leave = (passed: boolean): void => {
        over?.(passed);
        over = undefined;
      };
      return {
        enter: async (changes) => {
          wereEntered = true;
          over ??= await gates?.enter(isOneProposal ? changes : null);
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
