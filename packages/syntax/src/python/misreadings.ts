import { tokenize } from "./tokens.ts";

/**
 * Replaces code that ruff's parser misreads with code of the same length that it reads correctly. After a `;`, ruff mistakes a variable
 * named `match` for a match statement, and before a `;` it requires an exception after `raise`.
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
