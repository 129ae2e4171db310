import type { Token } from "./tokens.ts";

/** Token kinds after which a statement starts. */
const BEFORE_A_STATEMENT: ReadonlySet<string> = new Set(["Newline", "Semi", "Colon", "Indent", "Dedent"]);
const AFTER_A_STATEMENT: ReadonlySet<string> = new Set(["Newline", "Semi"]);

/** True if a statement starts at the token. */
export const startsStatement = (tokens: readonly Token[], index: number): boolean => {
  const before = tokens[index - 1]?.kind;
  return before === undefined || BEFORE_A_STATEMENT.has(before);
};

/** The tokens between a statement's first token and its end. */
export const statementAfter = (tokens: readonly Token[], start: number): readonly Token[] => {
  let end = start + 1;
  while (end < tokens.length && !AFTER_A_STATEMENT.has(tokens[end]?.kind ?? "")) end++;
  return tokens.slice(start + 1, end);
};
