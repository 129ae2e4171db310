import { isJsonObject, type JsonValue, type ModelUsage, member } from "@llmch/contract";

/** The value at a path of keys, or undefined; what a server sends is never trusted to have a shape. */
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

/** A number of tokens; 0 where there is none that can be one. */
export const countAt = (value: JsonValue | undefined, ...path: readonly string[]): number => {
  const found = at(value, ...path);
  return isCount(found) ? found : 0;
};

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/**
 * The usage, where the counts of input and output among what the server told can be some: a prompt has a token at least. Else
 * null: what is not told counts with the most that it can be, and never as nothing.
 * @param counts as the server told them
 */
export const credible = (usage: ModelUsage, ...counts: readonly (JsonValue | undefined)[]): ModelUsage | null =>
  counts.every(isCount) && usage.input_tokens > 0 ? usage : null;

/** What an answer cost, under the names of either protocol; null where the server does not say. */
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
