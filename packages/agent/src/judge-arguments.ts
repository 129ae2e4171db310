import { type JsonObject, type JsonValue, judge, type Result } from "@llmch/contract";
import { Ajv, type ValidateFunction } from "ajv";

/** Judges the arguments of a tool by their JSON Schema, which is compiled when it is first needed. */
export const judgeArguments = <Arguments>(schema: JsonObject): ((given: JsonValue) => Result<Arguments, string>) => {
  let compiled: ValidateFunction<Arguments> | null = null;
  return (given) => {
    compiled ??= new Ajv({ allowUnionTypes: true }).compile<Arguments>(schema);
    return judge<Arguments>(compiled, given);
  };
};
