import type { Token } from "./tokens.ts";

/** The deepest nesting of brackets that CPython's tokenizer accepts. */
const MAX_BRACKETS = 200;

/**
 * Why Python 3.13 rejects a program that ruff's parser accepts because a later Python does; null if it does not. Covers the forms that
 * models write by mistake: Python 2's `except A, e`, and unpacking in a comprehension.
 */
export const newerSyntaxFault = (tokens: readonly Token[]): string | null => {
  const brackets: { starred: boolean }[] = [];
  let exceptAt: number | null = null;
  for (const [index, { kind }] of tokens.entries()) {
    const innermost = brackets.at(-1);
    if (OPENING.has(kind)) {
      if (brackets.length >= MAX_BRACKETS) return "too many nested parentheses";
      brackets.push({ starred: STARS.has(tokens[index + 1]?.kind ?? "") });
    } else if (CLOSING.has(kind)) brackets.pop();
    else if (kind === "For" && innermost?.starred === true) return "unpacking cannot be used in a comprehension";
    else if (kind === "Comma" && innermost !== undefined) innermost.starred = false;
    else if (kind === "Except") exceptAt = brackets.length;
    else if (kind === "Colon" && exceptAt === brackets.length) exceptAt = null;
    else if (kind === "Comma" && exceptAt === brackets.length) return "multiple exception types must be parenthesized";
    else if (kind === "TStringStart") return "t-strings need Python 3.14";
  }
  return null;
};

const OPENING: ReadonlySet<string> = new Set(["Lpar", "Lsqb", "Lbrace"]);
const CLOSING: ReadonlySet<string> = new Set(["Rpar", "Rsqb", "Rbrace"]);
const STARS: ReadonlySet<string> = new Set(["Star", "DoubleStar"]);
