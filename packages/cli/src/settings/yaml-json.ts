import type { JsonValue } from "@llmch/contract";
import { parse } from "yaml";

/** More than any document has, aliases written out. */
const MOST_VALUES = 100_000;
const DEEPEST = 50;

/**
 * A YAML document as JSON; null if it is none, too deep, or too large with its aliases written out. Members with a name that is no scalar are left
 * out. Takes no longer than the text's length calls for: names that are lists or maps would be written into each other, and doubled each time.
 */
export const jsonOfYaml = (text: string): JsonValue => {
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
