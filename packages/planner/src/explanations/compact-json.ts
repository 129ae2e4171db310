import { isJsonObject, type JsonValue } from "@llmch/contract";

const WIDTH = 96;

/**
 * JSON as a person would format it: below the outermost level, a value that fits on a line is on one line. Everything else is indented by
 * two.
 */
export const compactJson = (value: JsonValue): string => setJson(value, "", WIDTH);

/** @param used columns before the value on its line */
const setJson = (value: JsonValue, indent: string, used: number): string => {
  const line = oneLine(value);
  const parts = Array.isArray(value)
    ? value.map((item: JsonValue) => ({ key: "", item }))
    : isJsonObject(value)
      ? Object.entries(value).map(([key, item]) => ({ key: `${JSON.stringify(key)}: `, item }))
      : [];
  if (parts.length === 0 || used + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const lines = parts.map(({ key, item }) => `${inner}${key}${setJson(item, inner, inner.length + key.length)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
};

const oneLine = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
};
