import { isJsonObject, type JsonObject, type JsonValue, member } from "./json-value.ts";

/** A string member; null if there is none. */
export const textMember = (object: JsonObject, name: string): string | null => {
  const value = member(object, name);
  return typeof value === "string" ? value : null;
};

/** A number member; null if there is none. */
export const numberMember = (object: JsonObject, name: string): number | null => {
  const value = member(object, name);
  return typeof value === "number" ? value : null;
};

/** An array member; an empty one if there is none. */
export const listMember = (object: JsonObject, name: string): readonly JsonValue[] => {
  const value = member(object, name);
  return Array.isArray(value) ? value : [];
};

/** The strings in an array member. */
export const textsMember = (object: JsonObject, name: string): readonly string[] =>
  listMember(object, name).filter((item): item is string => typeof item === "string");

/** An object member; an empty one if there is none. */
export const objectMember = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
};

/** The objects in an array member. */
export const objectsMember = (object: JsonObject, name: string): readonly JsonObject[] =>
  listMember(object, name).filter(isJsonObject);
