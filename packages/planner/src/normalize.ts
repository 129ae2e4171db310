import { normalizePath } from "@llmch/contract";
import { isJsonObject, type JsonValue, member, pythonStrip } from "@llmch/text";

type Normalizer = (value: JsonValue) => JsonValue;

/**
 * A manifest in the form that is judged (contract §2): strings trimmed as Python does, paths normalised, lists without duplicates. Malformed parts stay as
 * they are. Does not change the input, and copies only what is not yet normal. Idempotent.
 */
export const normalizeManifest: Normalizer = (document) => manifest(document);

/** The same for a single order. */
export const normalizeOrder: Normalizer = (document) => order(document);

/**
 * Maps JSON pointers into a normalised order to pointers into the given order. Indices differ in lists that lost duplicates. Goes through
 * each list once.
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

/** The original indices of the values that remain in a normalised list; none for a list that loses nothing. */
export const keptIndices = (given: JsonValue, field: string): readonly number[] => {
  const list = isJsonObject(given) ? member(given, field) : undefined;
  const normalize = DISTINCT.get(field);
  return Array.isArray(list) && normalize !== undefined ? firstIndices(list.map(normalize)) : [];
};

/** The value with every string trimmed, at any depth. */
const trimmed: Normalizer = (value) => {
  if (typeof value === "string") return pythonStrip(value);
  return Array.isArray(value) ? mapped(value, trimmed) : anyObject(value);
};

/** An object. Normalises the known members, and trims the others. */
const objectOf = (members: ReadonlyMap<string, Normalizer>): Normalizer => {
  return (value) => {
    if (!isJsonObject(value)) return typeof value === "string" || Array.isArray(value) ? trimmed(value) : value;
    let copy: Record<string, JsonValue> | undefined;
    for (const key of Object.keys(value)) {
      const given = value[key] ?? null;
      const normal = (members.get(key) ?? trimmed)(given);
      if (normal === given) continue;
      // Spreading makes all members own, so setting one changes no prototype, even if it is named `__proto__`.
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

/** A list without repeated strings; the first one stays. */
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

/** Leaves a path alone if normalising would expose white space at its ends: a rule reports what is wrong with it. */
const path: Normalizer = (value) => {
  if (typeof value !== "string") return trimmed(value);
  const bare = pythonStrip(value);
  const normalized = normalizePath(bare);
  return normalized === pythonStrip(normalized) ? normalized : bare;
};

/** Leaves programs as they are. */
const checks = (value: JsonValue): JsonValue => listOf(objectOf(new Map([["content", (content) => content]])))(value);
const anyObject = objectOf(new Map());
const conditions = listOf(objectOf(new Map([["path", path]])));

/** The lists that lose duplicates, and how their values are normalised. */
const DISTINCT: ReadonlyMap<string, Normalizer> = new Map([
  ["allowed_files", path],
  ["context_files", path],
  ["forbidden", trimmed],
  ["acceptance_commands", trimmed],
  ["plan_acceptance", trimmed],
]);

const order = objectOf(
  new Map([
    ["preconditions", conditions],
    ["postconditions", conditions],
    ["checks", checks],
    ["derive", listOf(objectOf(new Map([["files", listOf(path)]])))],
    ...[...DISTINCT].map(([field, normalize]) => [field, distinct(normalize)] as const),
  ]),
);

const manifest = objectOf(
  new Map([
    ["verify_contract", objectOf(new Map([["requires", conditions]]))],
    ["plan_acceptance", distinct(trimmed)],
    ["checks", checks],
    ["work_orders", listOf(order)],
  ]),
);
