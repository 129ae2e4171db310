import type { JsonObject } from "@llmch/text";

/** The tools that a model may be given (contract §9). */
export const TOOL_NAMES = [
  ...(["list", "read", "search", "symbols", "diff"] as const),
  "check",
  ...(["edit", "write", "begin_anew"] as const),
  ...(["propose", "object"] as const),
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** A tool's description for a model. */
export interface ToolDefinition {
  readonly name: ToolName;
  readonly description: string;
  /** The JSON Schema of its arguments: an object. */
  readonly parameters: JsonObject;
}

/** A model's call of a tool, not yet judged: the name may be made up, and `arguments` is the model's raw text. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
