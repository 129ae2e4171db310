import { judge, type ToolName } from "@llmch/contract";
import { accepted, type JsonObject, type JsonValue, type Result } from "@llmch/text";
import { Ajv, type ValidateFunction } from "ajv";
import type { Scene } from "./scene.ts";
import type { Ending, Outcome, Prepared, Risk, Tool, ToolContext } from "./tool.ts";

interface Described {
  readonly name: ToolName;
  readonly about: string;
  /** The properties of its arguments, as JSON Schema. */
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

/** Defines a tool that does something. */
export const defineTool = <Arguments>(
  described: Described & {
    readonly risk: Exclude<Risk, "end">;
    /** Properties that the scene narrows, for the model. */
    readonly narrowed?: (scene: Scene) => JsonObject;
    readonly run: (given: Arguments, context: ToolContext) => Promise<Outcome>;
  },
): Tool =>
  toolOf<Arguments>(described, described.risk, described.narrowed, (given) => ({
    kind: "run",
    run: (context) => described.run(given, context),
  }));

/** Defines a tool whose call ends the conversation. */
export const defineEnd = <Arguments>(described: Described & { readonly ending: (given: Arguments) => Ending }): Tool =>
  toolOf<Arguments>(described, "end", undefined, (given) => ({ kind: "end", ending: described.ending(given) }));

const toolOf = <Arguments>(
  { name, about, properties, required }: Described,
  risk: Risk,
  narrowed: ((scene: Scene) => JsonObject) | undefined,
  prepared: (given: Arguments) => Prepared,
): Tool => {
  const parameters = (own: JsonObject): JsonObject => ({
    type: "object",
    additionalProperties: false,
    required,
    properties: own,
  });
  const judge = judgeArguments<Arguments>(parameters(properties));
  return {
    name,
    risk,
    definition: (scene) => ({
      name,
      description: about,
      parameters: parameters({ ...properties, ...narrowed?.(scene) }),
    }),
    prepare: (given): Result<Prepared, string> => {
      const judged = judge(withoutNulls(given));
      return judged.ok ? accepted(prepared(judged.value)) : judged;
    },
  };
};

/** Under a strict schema, models send `null` for omitted members. */
const withoutNulls = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** Checks a tool's arguments against their JSON Schema, which is compiled on first use. */
const judgeArguments = <Arguments>(schema: JsonObject): ((given: JsonValue) => Result<Arguments, string>) => {
  let compiled: ValidateFunction<Arguments> | null = null;
  return (given) => {
    compiled ??= new Ajv({ allowUnionTypes: true }).compile<Arguments>(schema);
    return judge<Arguments>(compiled, given);
  };
};
