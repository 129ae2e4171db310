import type { Gates } from "./ports.ts";

/** The gates of an attempt: entered for its first proposal that is judged, whichever that is. */
export interface HeldGates {
  enter(): Promise<void>;
  /** Lets others in while an author is asked once more: it may want commands run. Late gates cannot be entered twice. */
  leaveForAuthor(): void;
  /** The attempt is over. */
  leave(): void;
}

export const heldGates = (gates: Gates | undefined): HeldGates => {
  let over: (() => void) | undefined;
  const leave = (): void => {
    over?.();
    over = undefined;
  };
  return {
    enter: async () => {
      over ??= await gates?.enter();
    },
    leaveForAuthor: () => {
      if (gates?.areLate !== true) leave();
    },
    leave,
  };
};
