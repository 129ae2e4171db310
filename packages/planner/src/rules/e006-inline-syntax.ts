import type { SyntaxFault } from "@llmch/languages";
import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** The language's own parser accepts the program of a `python -c`, `node -e` or `bash -c`. */
export const inlineSyntax: OrderRule = ({ order, programs }) =>
  order.allCommands.flatMap(({ text, program: found, pointer, field }): Finding[] => {
    const fault = found === null ? null : programs.syntaxFault(found);
    if (found === null || fault === null) return [];
    return [
      {
        code: "E006",
        field,
        message: `command ${quote(text)}: ${found.program.called} cannot parse ${placeOf(fault, found.code ?? "")}: ${inWords(fault)}`,
        pointer,
      },
    ];
  });

const inWords = ({ message, place }: SyntaxFault): string =>
  place === null ? message : `${message} (line ${place.line}, column ${place.column})`;

/** The number of characters to show on either side of the fault. */
const AROUND = 40;

/** The program, or, if the parser reports a position, the text around it, marked with `▸`. */
const placeOf = ({ place }: SyntaxFault, code: string): string => {
  const text = place === null ? undefined : code.split(/\r\n|[\n\r\u2028\u2029]/)[place.line - 1];
  if (place === null || text === undefined) return quote(code);
  const at = Math.min(place.column - 1, text.length);
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
  const before = `${from > 0 ? "…" : ""}${text.slice(from, at)}`;
  return quote(`${before}▸${text.slice(at, to)}${to < text.length ? "…" : ""}`);
};
