import { tokenize } from "./tokens.ts";

/**
 * The program with what ruff's parser misreads written in a way that it reads, byte for byte as long: after a `;`, a
 * variable named `match` is taken for a match statement, and a bare `raise` before a `;` is asked for its exception.
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
