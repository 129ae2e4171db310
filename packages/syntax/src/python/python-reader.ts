import type { SyntaxFault, SyntaxReader } from "@llmch/languages";
import { placeOf } from "../place-of.ts";
import { importedNames } from "./imported-names.ts";
import { importedModules } from "./imports.ts";
import { newerSyntaxFault } from "./newer-syntax.ts";
import { ruff } from "./ruff.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Reads Python with ruff's parser, which loads with the first program. Gives the answers of CPython 3.13. */
export const pythonReader = (): SyntaxReader => {
  let last: { readonly code: string; readonly tokens: readonly Token[] } | undefined;
  const tokensOf = (code: string): readonly Token[] => {
    if (last?.code !== code) last = { code, tokens: tokenize(code) };
    return last.tokens;
  };
  return {
    syntaxFault: (code) => {
      const fault = parserFault(code);
      if (fault === null) return unplaced(newerSyntaxFault(tokensOf(code)));
      return fault === TOO_DEEP ? fault : parserFault(withoutMisreadings(code));
    },
    imports: (code) => importedModules(tokensOf(code)),
    importedNames: (code) => importedNames(tokensOf(code)),
    unproved: (code) => (tokensOf(code).some(({ text }) => text === "_exit") ? "os._exit" : null),
  };
};

/** A program nested so deeply exhausts the stack. CPython gives up on it too. */
const TOO_DEEP: SyntaxFault = { message: "nested too deeply", place: null };

const unplaced = (message: string | null): SyntaxFault | null => (message === null ? null : { message, place: null });

/** Listing the comments is the cheapest call that parses the whole program, and it rejects what does not parse. */
const parserFault = (code: string): SyntaxFault | null => {
  try {
    ruff().comments(code);
    return null;
  } catch (error) {
    return error instanceof RangeError ? TOO_DEEP : placed(String(error), code);
  }
};

/** Converts ruff's position in UTF-8 bytes to a line and a column. */
const placed = (message: string, code: string): SyntaxFault => {
  const [, what, start] = /^(?:Error: )?(.*) at byte range (\d+)\.\.\d+$/s.exec(message) ?? [];
  if (what === undefined) return { message, place: null };
  return { message: what, place: placeOf(Buffer.from(code).toString("utf8", 0, Number(start))) };
};

/**
 * Replaces code that ruff's parser misreads with code of the same length that it reads correctly. After a `;`, ruff mistakes a variable
 * named `match` for a match statement, and before a `;` it requires an exception after `raise`.
 */
const withoutMisreadings = (code: string): string => {
  const bytes = Buffer.from(code);
  const tokens = tokenize(code);
  for (const [index, { kind, text, start }] of tokens.entries()) {
    if (text === "match" && tokens[index - 1]?.kind === "Semi") bytes.write("catch", start);
    if (kind === "Raise" && tokens[index + 1]?.kind === "Semi") bytes.write("pass ", start);
  }
  return bytes.toString();
};
