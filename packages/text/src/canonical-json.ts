import { byCodePoint } from "./code-point-order.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";

/**
 * JSON with sorted keys and no spaces: equal values give equal bytes, whatever the order of their keys (contract §4). Keys are sorted by
 * code point. Non-ASCII characters are not escaped.
 */
export const canonicalJson = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort(byCodePoint)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
};
