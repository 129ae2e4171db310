import { quote } from "../quote.ts";
import type { OrderRule } from "./rule.ts";

/** A command that always exits with 0 accepts anything. */
export const certainSuccess: OrderRule = ({ order }) =>
  order.commands.flatMap(({ text, cannotFail, pointer, field }) =>
    cannotFail
      ? [
          {
            code: "W204",
            field,
            message: `command ${quote(text)} cannot fail, so it tests nothing`,
            pointer,
          },
        ]
      : [],
  );
