import type { JsonObject, JsonValue } from "@llmch/text";

/** The JSON Schema of a text in a model's answer. */
export const text = (description: string): JsonObject => ({ type: "string", description });

/** The JSON Schema of a list in a model's answer. */
export const list = (items: JsonValue, description: string): JsonObject => ({ type: "array", items, description });
