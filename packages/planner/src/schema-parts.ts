import type { JsonObject, JsonValue } from "@llmch/text";

/** The JSON Schema of a text in a model's answer. */
export const text = (description: string): JsonObject => ({ type: "string", description });

/** The JSON Schema of a list in a model's answer. */
export const list = (items: JsonValue, description: string): JsonObject => ({ type: "array", items, description });

/** A quote of the spec in a model's answer. */
export const QUOTE_SCHEMA = text("A sentence of the specification: by number, as 7 or 7-9, or copied if it has none.");
