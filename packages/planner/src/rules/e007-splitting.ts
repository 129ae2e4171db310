import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** A command splits into words as in Python's `shlex.split`. */
export const unsplittableCommand: OrderRule = ({ order }) =>
  order.allCommands.flatMap(({ text, words, pointer, field }) =>
    words.ok
      ? []
      : [
          {
            code: "E007",
            field,
            message: `command ${quote(text)} cannot be split into words: ${words.issues[0]}`,
            pointer,
          },
        ],
  );
