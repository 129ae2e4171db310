import { type JsonObject, type JsonValue, judge, type Result } from "@llmch/contract";
import { Ajv, type ValidateFunction } from "ajv";

/** Checks a tool's arguments against their JSON Schema, which is compiled on first use. */
export const judgeArguments = <Arguments>(schema: JsonObject): ((given: JsonValue) => Result<Arguments, string>) => {
  let compiled: ValidateFunction<Arguments> | null = null;
  return (given) => {
    compiled ??= new Ajv({ allowUnionTypes: true }).compile<Arguments>(schema);
    return judge<Arguments>(compiled, given);
  };
};
