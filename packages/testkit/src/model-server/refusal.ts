import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";

/**
 * The first of the named parameters that a body holds, by the server's name for it; null if it holds none. A name is a
 * parameter (`temperature`), a nested one (`reasoning.summary`), an answer format (`json_schema`, `json_object`), or the mark
 * of a block (`cache_control`).
 */
export const refusedParameter = (body: JsonObject, refused: readonly string[]): string | null => {
  for (const name of refused) {
    if (name === "json_schema" || name === "json_object") {
      if (formOf(body.response_format) === name) return "response_format";
      if (isJsonObject(body.text) && formOf(body.text.format) === name) return "text.format";
      if (isJsonObject(body.output_config) && formOf(body.output_config.format) === name) return "output_config.format";
    } else if (name === "cache_control") {
      if (blocksOf(body).some((block) => isJsonObject(block) && "cache_control" in block)) return name;
    } else if (holds(body, name.split("."))) return name;
  }
  return null;
};

/** The parts of a body's messages. */
export const blocksOf = ({ messages }: JsonObject): readonly JsonValue[] =>
  (Array.isArray(messages) ? messages : []).flatMap((message) =>
    isJsonObject(message) && Array.isArray(message.content) ? message.content : [],
  );

const formOf = (value: JsonValue | undefined): JsonValue | undefined => (isJsonObject(value) ? value.type : undefined);

const holds = (value: JsonValue | undefined, [key, ...rest]: readonly string[]): boolean =>
  key === undefined ? value !== undefined : isJsonObject(value) && holds(value[key], rest);
