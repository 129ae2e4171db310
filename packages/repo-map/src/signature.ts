import type { SyntaxNode } from "./syntax.ts";

/** Where a signature is cut. */
const LONGEST = 160;

/** Comments, and texts written out in code. A single quote that stands for something else has no word of its own behind it. */
const COMMENT_OR_LITERAL =
  /\/\*.*?(?:\*\/|$)|(?<=^|\s)\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|'[^'\\\s<>()&]*'/gs;
/** What a longer literal says is no part of a signature, and may be anything. */
const LONGEST_LITERAL = 18;

const withoutLongParts = (found: string): string =>
  found.startsWith("/") ? " " : found.length <= LONGEST_LITERAL ? found : '"…"';

/** A part of a text on one line: comments left out, white space as one space, long literals as `"…"`, what opens a body left off, cut where it is long. */
export const signature = (source: string, start: number, end: number): string => {
  const line = source
    .slice(start, Math.min(end, start + 8 * LONGEST))
    .replace(COMMENT_OR_LITERAL, withoutLongParts)
    .replace(/\s+/g, " ")
    .replace(/([([]) | ([)\],;])/g, "$1$2")
    .replace(/,([)\]])/g, "$1")
    .replace(/[\s{:;=]+$/, "")
    .trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "")}…`;
};

/** A node up to one of its fields, the first of those that it has, or to its end. */
export const upTo = (source: string, node: SyntaxNode, ...fields: readonly string[]): string => {
  const ends = fields.flatMap((field) => node.childForFieldName(field)?.startIndex ?? []);
  return signature(source, node.startIndex, ends.length === 0 ? node.endIndex : Math.min(...ends));
};

/** The line of what stands inside something else. */
export const inner = (line: string): string => `  ${line}`;
