import type { JsonValue } from "@llmch/contract";
import { parse } from "yaml";

/** More than any document has, aliases written out. */
const MOST_VALUES = 100_000;
const DEEPEST = 50;
/**
 * So many lists or maps may be open at once in the text. For each the parser calls itself, and if it comes near the end of its stack
 * while Node makes one of its patterns ready, the whole process ends.
 */
const MOST_OPEN = 1_000;

/**
 * A YAML document as JSON; null if it is none, too deep, or too large with its aliases written out. Members with a name that is no scalar are left
 * out. Takes no longer than the text's length calls for: names that are lists or maps would be written into each other, and doubled each time.
 */
export const jsonOfYaml = (text: string): JsonValue => {
  if (isTooNested(text)) return null;
  let left = MOST_VALUES;
  const jsonOf = (value: unknown, depth: number): JsonValue => {
    if (--left < 0 || depth > DEEPEST) throw new Error("too much");
    if (Array.isArray(value)) return value.map((each) => jsonOf(each, depth + 1));
    if (value instanceof Map) {
      const members = [...value].filter(([name]) => typeof name !== "object" || name === null);
      return Object.fromEntries(members.map(([name, each]) => [String(name), jsonOf(each, depth + 1)]));
    }
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  };
  try {
    return jsonOf(parse(text, { logLevel: "silent", mapAsMap: true, uniqueKeys: false }), 0);
  } catch {
    return null;
  }
};

/** Counts brackets in texts and comments too: no document has so many of those either that are not closed again. */
const isTooNested = (text: string): boolean => {
  let open = 0;
  for (const [mark] of text.matchAll(/[[{]|[\]}]|(?:[-?:][ \t]+)+/g)) {
    if (mark === "]" || mark === "}") open = Math.max(0, open - 1);
    else if (mark === "[" || mark === "{") open++;
    else if (mark.split(/[ \t]+/).length > MOST_OPEN) return true;
    if (open > MOST_OPEN) return true;
  }
  return false;
};
