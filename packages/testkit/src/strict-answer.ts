import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";

/**
 * An answer as a server with strict structured output gives it: with every member of the schema, null for each that the given answer lacks.
 * Throws if the schema does not allow that, or knows no such member.
 */
export const strictAnswer = (
  schema: JsonValue | undefined,
  given: JsonValue | undefined,
  definitions = definitionsOf(schema),
): JsonValue => {
  const forms = formsOf(schema, definitions);
  if (given === undefined || given === null) {
    if (forms.some(({ type }) => [type].flat().includes("null"))) return null;
    throw new Error(`null is not allowed by ${JSON.stringify(schema)}`);
  }
  const form = forms.find(({ type }) => type !== "null") ?? {};
  if (Array.isArray(given)) return given.map((item: JsonValue) => strictAnswer(form.items, item, definitions));
  if (!isJsonObject(given)) return given;
  const properties = isJsonObject(form.properties ?? null) ? Object(form.properties) : {};
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length > 0) throw new Error(`the schema knows no ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, strictAnswer(properties[name], given[name], definitions)]),
  );
};

const definitionsOf = (schema: JsonValue | undefined): JsonObject =>
  isJsonObject(schema ?? null) ? (Object(schema).$defs ?? {}) : {};

const formsOf = (schema: JsonValue | undefined, definitions: JsonObject): readonly JsonObject[] => {
  if (schema === undefined || !isJsonObject(schema)) return [];
  if (typeof schema.$ref === "string") return formsOf(definitions[schema.$ref.replace("#/$defs/", "")], definitions);
  return Array.isArray(schema.anyOf) ? schema.anyOf.filter(isJsonObject) : [schema];
};
