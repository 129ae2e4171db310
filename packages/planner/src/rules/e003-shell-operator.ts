import { shellOperators } from "@llmch/text";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** Commands run without a shell: a bare operator would reach the program as an argument. */
export const shellOperator: OrderRule = ({ order }) =>
  order.allCommands.flatMap(({ text, words, pointer, field }) => {
    const found = words.ok ? shellOperators(words.value) : [];
    if (found.length === 0) return [];
    const operators = found.map((operator) => `\`${operator}\``).join(", ");
    return [
      {
        code: "E003",
        field,
        message: `command ${quote(text)} has the shell operator ${operators}, and no shell runs it`,
        pointer,
      },
    ];
  });
