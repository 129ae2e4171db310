import type { RunEvent } from "@llmch/app";
import { createAnswering } from "../answering.ts";
import type { Heard } from "./draw.ts";

/** Characters of a model's reasoning to keep: more than a line of any terminal. */
const HELD = 2000;

/** What was last heard from a model or a command: the moving line. Computed only when the view is drawn. */
export interface Overheard {
  think(text: string): void;
  /** @param characters how many of the answer have arrived so far */
  answer(characters: number): void;
  output(lastLine: () => string): void;
  /** Forgets what was heard: it does not belong to what happens next. */
  event(event: RunEvent): void;
  heard(): Heard;
}

/** The same for each order; what belongs to no order goes under the empty name. */
export const createOverheardOrders = () => {
  const orders = new Map<string, Overheard>();
  const of = (order = ""): Overheard => {
    const known = orders.get(order) ?? createOverheard();
    orders.set(order, known);
    return known;
  };
  return {
    of,
    /** Ignores orders from which nothing was heard. */
    event: (order: string, event: RunEvent): void => {
      if (event.type === "run_finished" && order !== "") orders.delete(order);
      else orders.get(order)?.event(event);
    },
    heard: (): ReadonlyMap<string, Heard> => new Map([...orders].map(([order, each]) => [order, each.heard()])),
  };
};

const createOverheard = (): Overheard => {
  const answering = createAnswering();
  let thought = "";
  let lastLine: (() => string) | null = null;
  let heardAt = Date.now();
  const line = (): Heard["line"] => {
    const printed = lastLine?.() ?? "";
    if (printed !== "") return { text: printed, keep: "start" };
    const answered = answering.inWords(Date.now());
    if (answered !== "") return { text: answered, keep: "start" };
    const last = thought.trimEnd().split("\n").at(-1) ?? "";
    return last.trim() === "" ? null : { text: last, keep: "end" };
  };
  return {
    think: (text) => {
      lastLine = null;
      answering.end();
      thought = (thought + text).slice(-HELD);
      heardAt = Date.now();
    },
    answer: (characters) => {
      thought = "";
      heardAt = Date.now();
      answering.take(characters, heardAt);
    },
    output: (next) => {
      lastLine = next;
      heardAt = Date.now();
    },
    event: ({ type }) => {
      // A warning interrupts nothing.
      if (type === "warning") return;
      thought = "";
      lastLine = null;
      answering.end();
      heardAt = Date.now();
    },
    heard: () => ({ line: line(), at: heardAt }),
  };
};
