import { printableText } from "@llmch/text";
import { createAnswering } from "./answering.ts";

/** What arrives from one order piece by piece. */
interface OrderStream {
  /** A piece of a model's reasoning. */
  stream(text: string): void;
  /** How many characters of an answer have arrived so far. */
  answering(characters: number): void;
}

/**
 * Prints what several orders stream at once as whole lines, each with its order.
 * @param print receives these lines
 */
export const createStreams = (
  print: (line: string) => void,
  {
    indent,
    pauseMs,
    now = Date.now,
  }: { readonly indent: string; readonly pauseMs: number; readonly now?: () => number },
): { of(order: string): OrderStream } => {
  const orders = new Map<string, OrderStream>();
  const open = (order: string): OrderStream => {
    const answer = createAnswering();
    let [answered, toldAt] = [Number.POSITIVE_INFINITY, 0];
    let held = "";
    const tell = (line: string): void => {
      if (line.trim() !== "") print(`${indent}${order === "" ? "" : `${order}  `}${line}`);
    };
    return {
      stream: (text) => {
        const all = (held + printableText(text)).split("\n");
        held = all.pop() ?? "";
        for (const line of all) tell(line);
      },
      answering: (characters) => {
        tell(held);
        held = "";
        if (characters < answered) toldAt = now();
        answered = characters;
        answer.take(characters, now());
        if (now() - toldAt < pauseMs) return;
        toldAt = now();
        tell(answer.inWords(now()));
      },
    };
  };
  return {
    of: (order) => {
      const known = orders.get(order) ?? open(order);
      orders.set(order, known);
      return known;
    },
  };
};
