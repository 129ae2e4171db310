import type { Caps } from "@llmch/app/drawing";
import type { Colors } from "../paint.ts";

/** What the view is drawn for: the terminal, the time, and what was heard. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The moving line, if anything was heard: a model's reasoning, whose end matters, or a command's output. */
  readonly heard: HeardLine | null;
  /** When anything was last heard. */
  readonly heardAt?: number;
  /** The same for each order, if several are open at once. */
  readonly lanes?: ReadonlyMap<string, Heard>;
  /** The limits of the whole command. */
  readonly caps?: Caps;
  readonly colors: Colors;
}

/** A line that was heard, and which end of it matters. */
export type HeardLine = { readonly text: string; readonly keep: "start" | "end" };

/** What was heard of an order. */
export interface Heard {
  readonly line: HeardLine | null;
  readonly at: number;
}

export const NO_CAPS: Caps = { usd: null, tokens: null, minutes: null };

/** A line before it is cut to the terminal's width, and the function that colours it afterwards. */
export type Row = readonly [text: string, paint: (text: string) => string];
