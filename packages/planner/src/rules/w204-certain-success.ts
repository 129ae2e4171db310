import { cannotFail } from "../commands/certain-success.ts";
import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** A command that ends with 0 whatever the order made accepts everything. */
export const certainSuccess: ChainRule = ({ order }) =>
  order.commands.flatMap(({ text, read, pointer }) =>
    cannotFail(read)
      ? [
          {
            code: "W204",
            field: "acceptance_commands",
            message: `command ${quote(text)} cannot fail, so it tests nothing`,
            pointer,
          },
        ]
      : [],
  );
