import { isJsonObject, type JsonValue, member, normalizePath } from "@llmch/contract";

type Normalizer = (value: JsonValue) => JsonValue;

/**
 * A manifest in the form that is judged (contract §2): every string trimmed, paths in their normal form, lists without
 * duplicates. Malformed parts stay as they are. Does not change the input, and copies only what is not normal already.
 * Normalising twice gives the same as once.
 */
export const normalizeManifest: Normalizer = (document) => manifest(document);

/** The same for one order on its own. */
export const normalizeOrder: Normalizer = (document) => order(document);

/**
 * Turns a JSON pointer into a normalised order to one into the order as it was given. Indices differ in lists that lost
 * duplicates. Looks through each list once.
 */
export const pointerAsGiven = (given: JsonValue): ((pointer: string) => string) => {
  const indices = new Map<string, readonly number[]>();
  return (pointer) => {
    const [, field = "", index, ...rest] = pointer.split("/");
    if (index === undefined) return pointer;
    const kept = indices.get(field) ?? keptIndices(given, field);
    indices.set(field, kept);
    return ["", field, kept[Number(index)] ?? index, ...rest].join("/");
  };
};

/** The original indices of the values that remain in a list once it is normalised; none if all of them remain. */
export const keptIndices = (given: JsonValue, field: string): readonly number[] => {
  const list = isJsonObject(given) ? member(given, field) : undefined;
  const normalize = DISTINCT.get(field);
  return Array.isArray(list) && normalize !== undefined ? firstIndices(list.map(normalize)) : [];
};

/** Every string in the value, at any depth, trimmed. */
const trimmed: Normalizer = (value) => {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? mapped(value, trimmed) : anyObject(value);
};

/** An object. Normalises the members that it knows, and trims the others. */
const objectOf = (members: ReadonlyMap<string, Normalizer>): Normalizer => {
  return (value) => {
    if (!isJsonObject(value)) return typeof value === "string" || Array.isArray(value) ? trimmed(value) : value;
    let copy: Record<string, JsonValue> | undefined;
    for (const key of Object.keys(value)) {
      const given = value[key] ?? null;
      const normal = (members.get(key) ?? trimmed)(given);
      if (normal === given) continue;
      // A copy has own members only, so setting one changes no prototype, even if it is called `__proto__`.
      copy ??= { ...value };
      copy[key] = normal;
    }
    return copy ?? value;
  };
};

const mapped = (list: readonly JsonValue[], normalize: Normalizer): readonly JsonValue[] => {
  const items = list.map(normalize);
  return items.every((item, index) => item === list[index]) ? list : items;
};

const listOf =
  (normalize: Normalizer): Normalizer =>
  (value) =>
    Array.isArray(value) ? mapped(value, normalize) : trimmed(value);

/** A list in which no string occurs twice; the first one stays. */
const distinct =
  (normalize: Normalizer): Normalizer =>
  (value) => {
    if (!Array.isArray(value)) return trimmed(value);
    const items = mapped(value, normalize);
    if (items.length < 2 || new Set(items).size === items.length) return items;
    return firstIndices(items).map((index) => items[index] ?? null);
  };

const firstIndices = (items: readonly JsonValue[]): readonly number[] => {
  const seen = new Set<string>();
  const isFirst = (item: JsonValue) => typeof item !== "string" || (!seen.has(item) && seen.add(item));
  return items.flatMap((item, index) => (isFirst(item) ? [index] : []));
};

/** A path that would gain white space at its ends stays as it is: its rule says what is wrong with it. */
const path: Normalizer = (value) => {
  if (typeof value !== "string") return trimmed(value);
  const bare = value.trim();
  const normalized = normalizePath(bare);
  return normalized === normalized.trim() ? normalized : bare;
};

const anyObject = objectOf(new Map());
const conditions = listOf(objectOf(new Map([["path", path]])));

/** The lists that lose duplicates, and what happens to their values. */
const DISTINCT: ReadonlyMap<string, Normalizer> = new Map([
  ["allowed_files", path],
  ["context_files", path],
  ["forbidden", trimmed],
  ["acceptance_commands", trimmed],
]);

const order = objectOf(
  new Map([
    ["preconditions", conditions],
    ["postconditions", conditions],
    ["derive", listOf(objectOf(new Map([["files", listOf(path)]])))],
    ...[...DISTINCT].map(([field, normalize]) => [field, distinct(normalize)] as const),
  ]),
);

const manifest = objectOf(
  new Map([
    ["verify_contract", objectOf(new Map([["requires", conditions]]))],
    ["work_orders", listOf(order)],
  ]),
);
