import type { Caps, RunEvent } from "@llmch/app";
import type { LiveOutline } from "@llmch/story/live";

/** Shows a command's runs as they progress. */
export interface RunView {
  event(event: RunEvent): void;
  /** Called as a command prints, with a function that returns its last line; null if nobody looks. */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
  /** Draws nothing while something is asked. */
  pause(isPaused: boolean): void;
  /** Leaves on the screen what should stay; later lines are printed below. */
  close(): void;
}

/** What to show. */
export interface Watched {
  readonly outline: LiveOutline;
  /** Whether a model is asked, which takes time, rather than a record read. */
  readonly asks: boolean;
  /** The limits of the whole command: dollars, tokens, minutes. */
  readonly caps?: Caps;
}
