import { isJsonObject, type JsonObject, type JsonValue, member } from "./json-value.ts";

/** A member that is a text, or null. */
export const textMember = (object: JsonObject, name: string): string | null => {
  const value = member(object, name);
  return typeof value === "string" ? value : null;
};

/** A member that is a number, or null. */
export const numberMember = (object: JsonObject, name: string): number | null => {
  const value = member(object, name);
  return typeof value === "number" ? value : null;
};

/** A member that is a list; an empty one in the place of anything else. */
export const listMember = (object: JsonObject, name: string): readonly JsonValue[] => {
  const value = member(object, name);
  return Array.isArray(value) ? value : [];
};

/** The texts in a member that is a list. */
export const textsMember = (object: JsonObject, name: string): readonly string[] =>
  listMember(object, name).filter((item): item is string => typeof item === "string");

/** A member that is an object; an empty one in the place of anything else. */
export const objectMember = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
};

/** The objects in a member that is a list. */
export const objectsMember = (object: JsonObject, name: string): readonly JsonObject[] =>
  listMember(object, name).filter(isJsonObject);
