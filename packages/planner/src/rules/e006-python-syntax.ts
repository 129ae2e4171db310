import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** The program of a `python -c` is one that Python's own parser takes. */
export const pythonSyntax: OrderRule = ({ order, python: reader }) =>
  order.commands.flatMap(({ text, python }): Finding[] => {
    if (python === null) return [];
    const fault = python.code === null ? "no program follows the -c" : reader.syntaxFault(python.code);
    if (fault === null) return [];
    return [
      {
        code: "E006",
        field: "acceptance_commands",
        message: `command ${quote(text)}: Python cannot parse ${quote(python.code ?? "")}: ${fault}`,
      },
    ];
  });
