import type { Colors } from "../paint.ts";

/** The place that the view is drawn for. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The line that moves, where something was heard: a model's reasoning, whose end matters, or a command's output. */
  readonly heard: HeardLine | null;
  /** When anything was heard last. */
  readonly heardAt?: number;
  /** The same of each order, where several are open at once. */
  readonly lanes?: ReadonlyMap<string, Heard>;
  /** What all of it may take. */
  readonly caps?: Caps;
  readonly colors: Colors;
}

/** A line of what was heard, and which end of it matters. */
export type HeardLine = { readonly text: string; readonly keep: "start" | "end" };

/** What was heard of an order. */
export interface Heard {
  readonly line: HeardLine | null;
  readonly at: number;
}

/** What a command may take at most; null where nothing bounds it. */
export interface Caps {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly minutes: number | null;
}
export const NO_CAPS: Caps = { usd: null, tokens: null, minutes: null };

/** A line before it is cut to the terminal's width, and what colours it then. */
export type Row = readonly [text: string, paint: (text: string) => string];
