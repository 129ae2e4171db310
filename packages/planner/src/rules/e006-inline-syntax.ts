import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** The language's own parser accepts the program of a `python -c`, `node -e` or `bash -c`. */
export const inlineSyntax: OrderRule = ({ order, programs }) =>
  order.commands.flatMap(({ text, program: found, pointer }): Finding[] => {
    const fault = found === null ? null : programs.syntaxFault(found);
    if (found === null || fault === null) return [];
    return [
      {
        code: "E006",
        field: "acceptance_commands",
        message: `command ${quote(text)}: ${found.program.called} cannot parse ${quote(found.code ?? "")}: ${fault}`,
        pointer,
      },
    ];
  });
