import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/contract";

/** Keywords left out of a strict form. The tool itself checks its arguments against the whole schema. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "default", "examples", "format", "pattern", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);

/**
 * Converts a schema for servers with strict forms: they support no limits on values, and require every property. An optional one
 * may be null instead.
 */
export const completeSchema = (schema: JsonValue): JsonValue => {
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !PASSED_OVER.has(key));
  const { properties, items, anyOf, ...rest }: JsonObject = Object.fromEntries(kept);
  return {
    ...rest,
    ...(isJsonObject(properties) ? completeProperties(properties, requiredIn(schema)) : {}),
    ...(items === undefined ? {} : { items: completeSchema(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(completeSchema) } : {}),
  };
};

const completeProperties = (properties: JsonObject, required: ReadonlySet<JsonValue>): JsonObject => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const complete = completeSchema(schema);
      return [name, required.has(name) ? complete : { anyOf: [complete, { type: "null" }] }];
    }),
  ),
  required: Object.keys(properties),
  additionalProperties: false,
});

const requiredIn = ({ required }: JsonObject): ReadonlySet<JsonValue> =>
  new Set(Array.isArray(required) ? required : []);

/** Removes the nulls that stand for omitted properties. */
export const withoutFillers = (value: JsonValue, schema: JsonValue): JsonValue => {
  if (!isJsonObject(schema)) return value;
  const { properties, items } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((each) => withoutFillers(each, items));
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const required = requiredIn(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own === undefined) return [[name, member]];
      return member === null && !required.has(name) ? [] : [[name, withoutFillers(member, own)]];
    }),
  );
};
