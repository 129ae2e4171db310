import { tokenize } from "./tokens.ts";

/**
 * The program with the code that ruff's parser misreads replaced by code of the same length that it reads correctly. After a
 * `;`, it takes a variable named `match` for a match statement, and it demands an exception of a bare `raise` before a `;`.
 */
export const withoutMisreadings = (code: string): string => {
  const bytes = Buffer.from(code);
  const tokens = tokenize(code);
  for (const [index, { kind, text, start }] of tokens.entries()) {
    if (text === "match" && tokens[index - 1]?.kind === "Semi") bytes.write("catch", start);
    if (kind === "Raise" && tokens[index + 1]?.kind === "Semi") bytes.write("pass ", start);
  }
  return bytes.toString();
};
