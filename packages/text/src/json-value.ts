/** Any JSON value. Objects may have keys such as `__proto__` as own properties: read them with `member`. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object's own member, or undefined; never finds inherited names such as `constructor`. */
export const member = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** A record as a JSON object, without undefined members, as in `JSON.stringify`. */
export const jsonObject = (record: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

/** True if a value, with everything in it, is more than `limit` values. Stops as soon as that is certain. */
export const holdsMoreThan = (value: unknown, limit: number): boolean => {
  let left = limit;
  const visit = (each: unknown): boolean => {
    left -= 1;
    if (left < 0) return true;
    if (Array.isArray(each)) return each.some(visit);
    return isJsonObject(each) && Object.values(each).some(visit);
  };
  return visit(value);
};
