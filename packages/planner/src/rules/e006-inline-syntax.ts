import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** The program of a `python -c`, `node -e` or `bash -c` is one that the language's own parser takes. */
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
