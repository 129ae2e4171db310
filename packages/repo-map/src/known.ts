import type { ScannedText } from "./scan.ts";

/** What a file's bytes showed when they were read in its language. */
export interface KnownText {
  /** Null if it is not text, or says nothing about the repo's own code. */
  readonly names: ScannedText | null;
  /** Null if they have not been asked for yet. */
  readonly symbols: readonly string[] | null;
}

/** Known facts, by `<hash of the bytes> <language>`. */
export type KnownTexts = ReadonlyMap<string, KnownText>;

/** Increase this with every change to the result of a scan or a tree walk. */
const FORMAT = "llmch.repo-map/4";

/**
 * Serializes known facts for a later map. The same facts give the same bytes.
 * @param readBy what the facts depend on besides the texts, such as the grammars' version
 */
export const writeKnown = (known: KnownTexts, readBy: string): string => {
  const texts = [...known]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { names, symbols }]) => [key, names?.defines ?? null, names?.mentions ?? null, symbols]);
  return `${JSON.stringify({ format: FORMAT, read_by: readBy, texts })}\n`;
};

/** Reads such facts. Empty if the text is torn, has another format, or was made with another `readBy`. */
export const readKnown = (text: string, readBy: string): KnownTexts => {
  const known = new Map<string, KnownText>();
  const document = parsed(text);
  if (!isRecord(document) || document.format !== FORMAT || document.read_by !== readBy) return known;
  for (const entry of Array.isArray(document.texts) ? document.texts : []) {
    const [key, defines, mentions, symbols]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof key !== "string" || !isListOrNull(symbols, isText)) return new Map();
    if (!isListOrNull(defines, isHash) || !isListOrNull(mentions, isHash)) return new Map();
    known.set(key, { names: defines === null || mentions === null ? null : { defines, mentions }, symbols });
  }
  return known;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isHash = (value: unknown): value is number => Number.isInteger(value);
const isListOrNull = <Item>(value: unknown, is: (item: unknown) => item is Item): value is readonly Item[] | null =>
  value === null || (Array.isArray(value) && value.every(is));
