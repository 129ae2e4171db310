import type { AcceptedChange, Gates } from "./ports.ts";

/** The gates of an attempt: entered for its first proposal that is judged, whichever that is. */
export interface HeldGates {
  enter(changes: readonly AcceptedChange[] | null): Promise<void>;
  /** Lets others in while an author is asked once more: it may want commands run. Late gates cannot be entered twice. */
  leaveForAuthor(): void;
  /** The attempt is over. */
  leave(passed: boolean): void;
}

/** @param isOneProposal false if others may be chosen instead of the one that the gates are entered for */
export const heldGates = (gates: Gates | undefined, isOneProposal: boolean): HeldGates => {
  let over: ((passed: boolean) => void) | undefined;
  const leave = (passed: boolean): void => {
    over?.(passed);
    over = undefined;
  };
  return {
    enter: async (changes) => {
      over ??= await gates?.enter(isOneProposal ? changes : null);
    },
    leaveForAuthor: () => {
      if (gates?.areLate !== true) leave(false);
    },
    leave,
  };
};
