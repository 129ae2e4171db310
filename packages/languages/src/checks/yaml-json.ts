import type { JsonValue } from "@llmch/text";
import { parse } from "yaml";

/** More than any document has, even with its aliases written out. */
const MOST_VALUES = 100_000;
const DEEPEST = 50;
/**
 * The most lists or maps that may be open at once in the text. The parser recurses for each, and if it nears the end of its stack while
 * Node compiles one of its patterns, the whole process ends.
 */
const MOST_OPEN = 1_000;

/**
 * A YAML document as JSON; null if it is none, too deep, or too large with its aliases written out. Leaves out members whose name is no
 * scalar. Takes time in proportion to the text: the parser would write names that are lists or maps into each other, doubling them each
 * time.
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

/** Also counts brackets in strings and comments: no document leaves so many of those open either. */
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
