import type { RunEvent } from "@llmch/contract";

/** Receives what a run does as it runs. It must not throw. */
export interface RunObserver {
  event(event: RunEvent): void;
  /**
   * Called when a command prints output, with a function that returns its last line; null if nobody is watching.
   * @param order the order that the output belongs to, if several are open at once
   */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
}
