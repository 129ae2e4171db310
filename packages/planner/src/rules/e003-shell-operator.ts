import { allCommands } from "../commands/all-commands.ts";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

const OPERATORS: ReadonlySet<string> = new Set(["|", "||", "&&", ";", ">", ">>", "<", "<<"]);

/** Commands run without a shell: a bare operator would reach the program as an argument. */
export const shellOperator: OrderRule = ({ order }) =>
  allCommands(order).flatMap(({ text, words, pointer, field }) => {
    const found = words.ok ? words.value.filter((word) => word.bare && OPERATORS.has(word.text)) : [];
    if (found.length === 0) return [];
    const operators = [...new Set(found.map((word) => `\`${word.text}\``))].join(", ");
    return [
      {
        code: "E003",
        field,
        message: `command ${quote(text)} has the shell operator ${operators}, and no shell runs it`,
        pointer,
      },
    ];
  });
