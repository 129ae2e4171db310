import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/contract";

/** The JSON Schema keywords that node-llama-cpp's grammars know or may ignore: they require every named property. */
const KNOWN: ReadonlySet<string> = new Set([
  "type",
  "description",
  "title",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "oneOf",
]);

/**
 * Converts a JSON Schema for node-llama-cpp's grammars. Null if it uses more than they support: a grammar may read an unknown
 * keyword as something else, such as `null`.
 */
export const grammarSchema = (schema: JsonValue): JsonObject | null => {
  if (!isJsonObject(schema)) return null;
  const { anyOf, ...rest } = schema;
  const renamed: JsonObject = anyOf === undefined ? rest : { ...rest, oneOf: anyOf };
  if (Object.keys(renamed).some((key) => !KNOWN.has(key)) || !saysKind(renamed)) return null;
  const members = Object.entries(renamed).map(([key, value]) => [key, memberOf(key, value)] as const);
  return members.some(([, value]) => value === null)
    ? null
    : Object.fromEntries(members.flatMap(([key, value]) => (value === null ? [] : [[key, value.member]])));
};

/** A grammar takes its form from one of these; in a list of types, only simple ones are allowed. */
const saysKind = ({ type, enum: values, const: value, oneOf }: JsonObject): boolean =>
  Array.isArray(type)
    ? !type.some((each) => each === "object" || each === "array")
    : [type, values, value, oneOf].some((kind) => kind !== undefined);

/** Converts a member; null if it cannot be expressed. */
const memberOf = (key: string, value: JsonValue): { readonly member: JsonValue } | null => {
  if (key === "items") return wrapped(grammarSchema(value));
  if (key === "additionalProperties" && typeof value !== "boolean") return wrapped(grammarSchema(value));
  if (key === "oneOf") return wrapped(Array.isArray(value) ? whole(value.map(grammarSchema)) : null);
  if (key !== "properties") return { member: value };
  if (!isJsonObject(value)) return null;
  const schemas = whole(Object.values(value).map(grammarSchema));
  return wrapped(
    schemas && Object.fromEntries(Object.keys(value).map((name, index) => [name, schemas[index] ?? null])),
  );
};

const wrapped = (member: JsonValue): { readonly member: JsonValue } | null => (member === null ? null : { member });

const whole = (schemas: readonly (JsonObject | null)[]): readonly JsonObject[] | null => {
  const known = schemas.filter((schema) => schema !== null);
  return known.length === schemas.length ? known : null;
};
