import { isJsonObject, type JsonValue, normalizePath } from "@llmch/contract";

type Normalizer = (value: JsonValue) => JsonValue;

/**
 * A manifest as it is judged (contract §2): every string trimmed, paths in their normal form, lists without duplicates.
 * Malformed parts stay as they are. The input is not changed; normalising twice gives the same as once.
 */
export const normalizeManifest: Normalizer = (document) => manifest(document);

/** The same for one order on its own. */
export const normalizeOrder: Normalizer = (document) => order(document);

/** Every string in the value, at any depth, trimmed. */
const trimmed: Normalizer = (value) => {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? value.map(trimmed) : anyObject(value);
};

/** An object whose members are normalised by what is known of them, and trimmed where nothing is. */
const objectOf =
  (members: Readonly<Record<string, Normalizer>>): Normalizer =>
  (value) => {
    if (!isJsonObject(value)) return typeof value === "string" || Array.isArray(value) ? trimmed(value) : value;
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const normalize = Object.hasOwn(members, key) ? members[key] : undefined;
      setOwn(copy, key, (normalize ?? trimmed)(value[key] ?? null));
    }
    return copy;
  };

/** Sets an own member; a plain assignment to `__proto__` would change the prototype instead. */
const setOwn = (object: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};

const listOf =
  (normalize: Normalizer): Normalizer =>
  (value) =>
    Array.isArray(value) ? value.map(normalize) : trimmed(value);

const distinct =
  (list: Normalizer): Normalizer =>
  (value) => {
    const items = list(value);
    if (!Array.isArray(items) || items.length < 2) return items;
    const seen = new Set<string>();
    return items.filter((item) => typeof item !== "string" || (!seen.has(item) && seen.add(item)));
  };

/** A path that would gain white space at its ends stays as it is: its rule says what is wrong with it. */
const path: Normalizer = (value) => {
  if (typeof value !== "string") return trimmed(value);
  const bare = value.trim();
  const normalized = normalizePath(bare);
  return normalized === normalized.trim() ? normalized : bare;
};

const anyObject = objectOf({});
const conditions = listOf(objectOf({ path }));
const paths = distinct(listOf(path));
const texts = distinct(listOf(trimmed));

const order = objectOf({
  preconditions: conditions,
  postconditions: conditions,
  allowed_files: paths,
  context_files: paths,
  forbidden: texts,
  acceptance_commands: texts,
});

const manifest = objectOf({ verify_contract: objectOf({ requires: conditions }), work_orders: listOf(order) });
