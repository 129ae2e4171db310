import type { ScannedText } from "./scan.ts";

/** What a file's bytes told when they were read in its language. */
export interface KnownText {
  /** Null for a text that tells nothing of the repo's own code, or is none. */
  readonly names: ScannedText | null;
  /** Null where they were not asked for yet. */
  readonly symbols: readonly string[] | null;
}

/** What is known, by `<hash of the bytes> <language>`. */
export type KnownTexts = ReadonlyMap<string, KnownText>;

/** Raised with every change to what a scan or a walk over a tree gives. */
const FORMAT = "llmch.repo-map/1";

/**
 * What is known, as a later map reads it again. The same things give the same bytes.
 * @param readBy what it depends on besides the texts, such as the grammars' version
 */
export const writeKnown = (known: KnownTexts, readBy: string): string => {
  const texts = [...known]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { names, symbols }]) => [key, names?.defines ?? null, names?.mentions ?? null, symbols]);
  return `${JSON.stringify({ format: FORMAT, read_by: readBy, texts })}\n`;
};

/** Reads it again; nothing is known where it is torn, of another format, or was read in another way. */
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
