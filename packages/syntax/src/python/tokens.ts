import { ruff } from "./ruff.ts";

/** One token of a program: its kind in ruff's terms, its first byte, and its text. */
export interface Token {
  readonly kind: string;
  readonly start: number;
  readonly text: string;
}

/** Token kinds that are layout, not code. */
const PASSED_OVER: ReadonlySet<string> = new Set(["Comment", "NonLogicalNewline"]);

/** A program's tokens in order. Ruff prints one per line, `Identifier 7..8`, counted in UTF-8 bytes. */
export const tokenize = (code: string): readonly Token[] => {
  const bytes = Buffer.from(code);
  const lines = ruff()
    .tokens(code)
    .matchAll(/^ {4}(\w+) (\d+)\.\.(\d+)/gm);
  return [...lines]
    .map(([, kind = "", start, end]) => ({
      kind,
      start: Number(start),
      text: bytes.toString("utf8", Number(start), Number(end)),
    }))
    .filter(({ kind }) => !PASSED_OVER.has(kind));
};
