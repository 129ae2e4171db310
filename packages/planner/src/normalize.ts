import { isJsonObject, type JsonObject, type JsonValue, member, normalizePath } from "@llmch/contract";

type PartNormalizers = Readonly<Record<string, (value: JsonValue) => JsonValue>>;

/**
 * A manifest as it is judged (contract §2): every string trimmed, paths in their normal form, lists without duplicates.
 * Malformed parts stay as they are. The input is not changed; normalising twice gives the same as once.
 */
export const normalizeManifest = (document: JsonValue): JsonValue => normalizeParts(trimAll(document), MANIFEST_PARTS);

/** The same for one order on its own. */
export const normalizeOrder = (order: JsonValue): JsonValue => normalizeParts(trimAll(order), ORDER_PARTS);

const trimAll = (value: JsonValue): JsonValue => {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(trimAll);
  if (!isJsonObject(value)) return value;
  // fromEntries defines own members, so that a `__proto__` key stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimAll(inner)]));
};

const normalizeParts = (value: JsonValue, parts: PartNormalizers): JsonValue => {
  if (!isJsonObject(value)) return value;
  const changed = Object.entries(parts).flatMap(([key, normalize]): [string, JsonValue][] => {
    const part = member(value, key);
    return part === undefined ? [] : [[key, normalize(part)]];
  });
  return { ...value, ...Object.fromEntries(changed) } satisfies JsonObject;
};

const eachOf =
  (normalize: (value: JsonValue) => JsonValue) =>
  (value: JsonValue): JsonValue =>
    Array.isArray(value) ? value.map(normalize) : value;

/** A path that would gain white space at its ends stays as it is: its rule says what is wrong with it. */
const path = (value: JsonValue): JsonValue => {
  if (typeof value !== "string") return value;
  const normalized = normalizePath(value);
  return normalized === normalized.trim() ? normalized : value;
};

const condition = (value: JsonValue): JsonValue => normalizeParts(value, { path });

const distinct = (value: JsonValue): JsonValue => {
  if (!Array.isArray(value)) return value;
  const seen = new Set<string>();
  return value.filter((item) => typeof item !== "string" || (!seen.has(item) && seen.add(item)));
};

const ORDER_PARTS: PartNormalizers = {
  preconditions: eachOf(condition),
  postconditions: eachOf(condition),
  allowed_files: (value) => distinct(eachOf(path)(value)),
  context_files: (value) => distinct(eachOf(path)(value)),
  forbidden: distinct,
  acceptance_commands: distinct,
};

const MANIFEST_PARTS: PartNormalizers = {
  verify_contract: (value) => normalizeParts(value, { requires: eachOf(condition) }),
  work_orders: eachOf((order) => normalizeParts(order, ORDER_PARTS)),
};
