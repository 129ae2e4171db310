import { accepted, type JsonValue, type Result, rejected } from "@llmch/text";

/** Deeper than any of our documents; a cyclic value is deeper still. */
const DEEPEST = 64;

/**
 * Copies a program's value as JSON; members that are undefined are left out. The issue names the part that JSON cannot represent.
 * @param name what to call the value in issues
 */
export const plainJson = (value: unknown, name: string, depth = 0): Result<JsonValue, string> => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return accepted(value);
  if (typeof value === "number" && Number.isFinite(value)) return accepted(value);
  if (depth >= DEEPEST || typeof value !== "object") return rejected(`${name} cannot be written as JSON`);
  try {
    return Array.isArray(value) ? plainList(value, name, depth) : plainObject(value, name, depth);
  } catch (fault) {
    return rejected(`${name} cannot be read: ${String(fault)}`);
  }
};

const plainList = (value: readonly unknown[], name: string, depth: number): Result<JsonValue, string> => {
  const parts: JsonValue[] = [];
  for (const [index, each] of value.entries()) {
    const part = plainJson(each, `${name}[${index}]`, depth + 1);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return accepted(parts);
};

const plainObject = (value: object, name: string, depth: number): Result<JsonValue, string> => {
  const members: [string, JsonValue][] = [];
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    const part = plainJson(each, `${name}.${key}`, depth + 1);
    if (!part.ok) return part;
    members.push([key, part.value]);
  }
  return accepted(Object.fromEntries(members));
};
