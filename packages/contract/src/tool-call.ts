import type { JsonObject } from "./json-value.ts";

/** The tools that a model may be given (contract §9). */
export const TOOL_NAMES = [
  ...(["list", "read", "search", "symbols", "diff"] as const),
  "check",
  ...(["edit", "write"] as const),
  ...(["propose", "object"] as const),
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: ToolName;
  readonly description: string;
  /** The JSON Schema of its arguments: an object. */
  readonly parameters: JsonObject;
}

/** What a model wants of a tool. Nobody has judged it: the name may be made up, and `arguments` is the text that the model wrote. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
