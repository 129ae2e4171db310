import type { Decision, Need, RunEvent } from "@llmch/contract";
import type { Said } from "@llmch/store/journals";

/** Receives what a run does as it runs. It must not throw. */
export interface RunObserver {
  event(event: RunEvent): void;
  /**
   * Called when a command prints output, with a function that returns its last line; null if nobody is watching.
   * @param order the order that the output belongs to, if several are open at once
   */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
  /**
   * Shows what waits to a person who is there, and asks; null if nobody says anything now. Left out if there is nobody. It is said on a terminal, unless it says otherwise.
   * @param shown what is to be decided, as a text
   */
  readonly decides?: (need: Need, shown: string) => Promise<(Decision & Partial<Said>) | null>;
}
