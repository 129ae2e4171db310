import { lastAtMost, readJson } from "@llmch/text";
import { type Node, parseTree, visit } from "jsonc-parser";
import type { Place, Region, SourceText } from "./place.ts";

/** A JSON text with its tree and its lines. Each is computed once, on demand. */
export interface JsonText {
  readonly file: SourceText;
  /** The root; undefined if the text is not JSON, or cannot be parsed. */
  tree(): Node | undefined;
  /** The place from `offset` on, limited to its line. */
  place(offset: number, length: number): Place;
  /** The place of the syntax fault, only the file if the position is unknown; null if the text can be read. */
  fault(): Place | null;
}

/** Offsets count from the start of the JSON, at the file's `start`; a byte order mark is never counted. */
export const jsonText = (file: SourceText): JsonText => {
  const whole = withoutMark(file.text);
  const start = Math.min(file.start ?? 0, whole.length);
  const body = whole.slice(start);
  const lines = once(() => lineStarts(whole));
  const regionAt = (offset: number, length: number): Region => {
    const begin = Math.min(start + offset, whole.length);
    const index = lastAtMost(lines(), begin);
    const lineStart = lines()[index] ?? 0;
    const column = begin - lineStart + 1;
    const end = lineEnd(whole, lines(), index);
    return { line: index + 1, column, endColumn: Math.max(column, Math.min(begin + length, end) - lineStart + 1) };
  };
  const place = (offset: number, length: number): Place => ({ path: file.path, region: regionAt(offset, length) });
  // Something missing at the end is reported after the last existing text.
  const faultPlace = (offset: number) => place(Math.min(offset, body.trimEnd().length), 1);
  return {
    file,
    tree: once(() => treeOf(body)),
    place,
    fault: once(() => {
      const read = readJson(body);
      if (read.ok) return null;
      const { kind, offset } = read.issues[0];
      const first = offset ?? (kind === "too-large" ? null : firstFault(body));
      return first === null ? { path: file.path, region: null } : faultPlace(first);
    }),
  };
};

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
};

const lineEnd = (text: string, starts: readonly number[], index: number): number => {
  const next = starts[index + 1];
  const end = next === undefined ? text.length : next - 1;
  return text[end - 1] === "\r" && next !== undefined ? end - 1 : end;
};

const treeOf = (text: string): Node | undefined => withinStack(() => parseTree(text, [], STRICT)) ?? undefined;

const firstFault = (text: string): number | null => {
  let first: number | null = null;
  const onError = (_: number, offset: number) => {
    first ??= offset;
  };
  withinStack(() => visit(text, { onError }, STRICT));
  return first;
};

const STRICT = { disallowComments: true, allowTrailingComma: false };

/** The parser recurses once per bracket and recovers from errors, so a maliciously deep text gives no result. */
const withinStack = <Result>(parse: () => Result): Result | null => {
  try {
    return parse();
  } catch (fault) {
    if (fault instanceof RangeError) return null;
    throw fault;
  }
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
