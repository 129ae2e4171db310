import { firstCharacters } from "@llmch/contract";
import type { SyntaxNode } from "./syntax.ts";

/** Where a signature is cut. */
const LONGEST = 160;

/** Comments, and string literals in code. A single quote with another meaning is not followed by a lone word. */
const COMMENT_OR_LITERAL =
  /\/\*.*?(?:\*\/|$)|(?<=^|\s)\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|'[^'\\\s<>()&]*'/gs;
/** A longer literal is replaced: its text is not part of a signature, and may say anything. */
const LONGEST_LITERAL = 18;

const withoutLongParts = (found: string): string =>
  found.startsWith("/") ? " " : found.length <= LONGEST_LITERAL ? found : '"…"';

/**
 * A part of a text on one line: no comments, white space as one space, long literals as `"…"`, without the start of a body, cut if too
 * long.
 */
export const signature = (source: string, start: number, end: number): string => {
  const line = source
    .slice(start, Math.min(end, start + 8 * LONGEST))
    .replace(COMMENT_OR_LITERAL, withoutLongParts)
    .replace(/\s+/g, " ")
    .replace(/([([]) | ([)\],;])/g, "$1$2")
    .replace(/,([)\]])/g, "$1")
    .replace(/[\s{:;=]+$/, "")
    .trim();
  return line.length <= LONGEST ? line : `${firstCharacters(line, LONGEST)}…`;
};

/** A node's text up to the earliest of these fields, or to its end. */
export const upTo = (source: string, node: SyntaxNode, ...fields: readonly string[]): string => {
  const ends = fields.flatMap((field) => node.childForFieldName(field)?.startIndex ?? []);
  return signature(source, node.startIndex, ends.length === 0 ? node.endIndex : Math.min(...ends));
};

/** Indents the line of a member. */
export const inner = (line: string): string => `  ${line}`;
