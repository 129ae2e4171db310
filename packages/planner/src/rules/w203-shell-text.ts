import { shellTexts } from "../commands/shell-text.ts";
import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** Commands run without a shell: text that only a shell interprets reaches the program literally. */
export const shellText: OrderRule = ({ order }) =>
  order.allCommands.flatMap(({ text, read, pointer, field }) => {
    const found = shellTexts(read);
    if (found.length === 0) return [];
    return [
      {
        code: "W203",
        field,
        message: `command ${quote(text)} has ${found.slice(0, MAX_NAMED).map(quote).join(", ")}, which no shell interprets`,
        pointer,
      },
    ];
  });

const MAX_NAMED = 5;
