import type { JsonObject, JsonValue } from "./json-value.ts";

/** The JSON Schema of an object as strict structured output requires it: all members required, no others allowed. */
export const strictObject = (properties: Readonly<Record<string, JsonValue>>): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
