import type { RunEvent } from "@llmch/contract";

/** Told what a run does while it does it. It must not throw. */
export interface RunObserver {
  event(event: RunEvent): void;
  /**
   * Told, as output of a command comes, how to get its last line; null if nobody looks.
   * @param order the order that it is heard from, where several are open at once
   */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
}
