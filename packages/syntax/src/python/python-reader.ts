import type { SyntaxReader } from "@llmch/languages";
import { importedNames } from "./imported-names.ts";
import { importedModules } from "./imports.ts";
import { withoutMisreadings } from "./misreadings.ts";
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
      if (fault === null) return newerSyntaxFault(tokensOf(code));
      return fault === TOO_DEEP ? fault : parserFault(withoutMisreadings(code));
    },
    imports: (code) => importedModules(tokensOf(code)),
    importedNames: (code) => importedNames(tokensOf(code)),
  };
};

/** A program nested so deeply exhausts the stack. CPython gives up on it too. */
const TOO_DEEP = "nested too deeply";

/** Listing the comments is the cheapest call that parses the whole program, and it rejects what does not parse. */
const parserFault = (code: string): string | null => {
  try {
    ruff().comments(code);
    return null;
  } catch (error) {
    return error instanceof RangeError ? TOO_DEEP : placed(String(error), code);
  }
};

/** Converts ruff's position in UTF-8 bytes to a line and a column. */
const placed = (message: string, code: string): string => {
  const [, what, start] = /^(?:Error: )?(.*) at byte range (\d+)\.\.\d+$/s.exec(message) ?? [];
  if (what === undefined) return message;
  const before = Buffer.from(code).toString("utf8", 0, Number(start)).split("\n");
  return `${what} (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
};
