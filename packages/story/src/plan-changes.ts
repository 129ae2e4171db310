import { conditionInWords, orderCounterparts } from "@llmch/contract";
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectsMember,
  textMember,
} from "@llmch/text";

/** What happened to one order between one manifest and the next. */
export interface OrderChange {
  readonly kind: "added" | "removed" | "changed";
  /** The order as the later manifest names it; a removed order as the earlier one did. */
  readonly order: string;
  readonly title: string;
  /** What changed in it, one sentence each. */
  readonly changes: readonly string[];
}

/** What changed between two manifests as models gave them, in words. In the order of the later one; removed orders come last. */
export const planChanges = (before: JsonValue, after: JsonValue): readonly OrderChange[] => {
  const earlier = ordersOf(before);
  const later = ordersOf(after);
  const counterparts = orderCounterparts(earlier, later);
  const taken = new Set(counterparts.values());
  const named = (order: JsonObject) => ({
    order: textMember(order, "id") ?? "?",
    title: textMember(order, "title") ?? "",
  });
  return [
    ...later.flatMap((order): readonly OrderChange[] => {
      const old = counterparts.get(order);
      if (old === undefined) return [{ kind: "added", ...named(order), changes: [] }];
      const changes = fieldChanges(old, order);
      return changes.length === 0 ? [] : [{ kind: "changed", ...named(order), changes }];
    }),
    ...earlier.flatMap((order): readonly OrderChange[] =>
      taken.has(order) ? [] : [{ kind: "removed", ...named(order), changes: [] }],
    ),
  ];
};

const ordersOf = (manifest: JsonValue): readonly JsonObject[] =>
  isJsonObject(manifest) ? objectsMember(manifest, "work_orders") : [];

const fieldChanges = (before: JsonObject, after: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const old = member(before, field);
    const now = member(after, field);
    if (sameJson(old, now)) return [];
    if (field === "id" || field === "title") return [`${field}: was ${inWords(old)}`];
    if (old === undefined) return [`${field}: added`];
    if (now === undefined) return [`${field}: dropped`];
    return Array.isArray(old) && Array.isArray(now)
      ? listChanges(field, old, now)
      : [`${field}: ${scalarChange(old, now)}`];
  });

const scalarChange = (old: JsonValue, now: JsonValue): string => {
  const isLong = [old, now].some((value) => inWords(value).length > SHORT);
  return isLong ? "rewritten" : `${inWords(old)} became ${inWords(now)}`;
};

const SHORT = 60;

const listChanges = (field: string, old: readonly JsonValue[], now: readonly JsonValue[]): readonly string[] => {
  const gone = old.filter((item) => !now.some((other) => sameJson(item, other)));
  const come = now.filter((item) => !old.some((other) => sameJson(item, other)));
  if (gone.length + come.length === 0) return [`${field}: in another sequence`];
  return [...gone.map((item) => `${field}: - ${inWords(item)}`), ...come.map((item) => `${field}: + ${inWords(item)}`)];
};

/** A condition is written as in diagnostics; any other value that is not text, as its JSON. */
const inWords = (value: JsonValue | undefined): string => {
  if (typeof value === "string") return value;
  if (isJsonObject(value)) {
    const kind = textMember(value, "kind");
    const path = textMember(value, "path");
    if (kind !== null && path !== null) return conditionInWords({ kind, path, text: textMember(value, "text") });
  }
  return JSON.stringify(value ?? null);
};

const sameJson = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
