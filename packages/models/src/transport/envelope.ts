import type { ModelUsage } from "@llmch/contract";
import { isJsonObject, type JsonValue, member } from "@llmch/text";

/** The value at a path of keys, or undefined; never assumes that a server's data has a certain shape. */
export const at = (value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, key) => (isJsonObject(inner) ? member(inner, key) : undefined), value);

export const textAt = (value: JsonValue | undefined, ...path: readonly string[]): string | null => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : null;
};

export const listAt = (value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** A token count; 0 if there is no valid one. */
export const countAt = (value: JsonValue | undefined, ...path: readonly string[]): number => {
  const found = at(value, ...path);
  return isCount(found) ? found : 0;
};

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/**
 * The usage, if the reported input and output counts are plausible: a prompt has at least one token. Otherwise null: unreported
 * usage counts with its worst case, never as zero.
 * @param counts as the server reported them
 */
export const credible = (usage: ModelUsage, ...counts: readonly (JsonValue | undefined)[]): ModelUsage | null =>
  counts.every(isCount) && usage.input_tokens > 0 ? usage : null;

/** An answer's usage, under the names of either protocol; null if the server reports none. */
export const usageOf = (
  envelope: JsonValue,
  names: { readonly input: string; readonly output: string; readonly details: string },
): ModelUsage | null => {
  const usage = at(envelope, "usage");
  if (!isJsonObject(usage)) return null;
  const written = countAt(usage, names.details, "cache_write_tokens");
  const reasoning = countAt(usage, `${names.output}_details`, "reasoning_tokens");
  const told = {
    input_tokens: countAt(usage, names.input),
    output_tokens: countAt(usage, names.output),
    cached_tokens: countAt(usage, names.details, "cached_tokens"),
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
  };
  return credible(told, at(usage, names.input), at(usage, names.output));
};
