import type { RunEvent } from "@llmch/contract";
import type { LiveOutline } from "@llmch/story/live";
import type { Caps } from "./live/canvas.ts";

/** Shows a command's runs while they go on. */
export interface RunView {
  event(event: RunEvent): void;
  /** Told, as output of a command comes, how to get its last line; null where nobody looks. */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
  /** Leaves what is to stay; lines that come later are printed below. */
  close(): void;
}

/** What is to be shown. */
export interface Watched {
  readonly outline: LiveOutline;
  /** Whether a model is asked, which takes its time, or a record is read. */
  readonly asks: boolean;
  /** What all of it may take: dollars, tokens, minutes. */
  readonly caps?: Caps;
}
