import type { ToolCall, ToolDefinition, ToolName } from "@llmch/contract";
import type { JsonObject, JsonValue, Result } from "@llmch/text";
import type { Scene } from "./scene.ts";

/** The most that a tool may do: look, run a command, write to the draft, end the conversation. */
export type Risk = "read" | "run" | "write" | "end";

/** Foreign text in a result. It is redacted, limited in size and quoted before a model sees it. */
export interface Shown {
  /** Says what the text is; may contain a path. */
  readonly label: string;
  readonly text: string;
  /** True for command output: the request's hash covers only what stays the same from run to run. */
  readonly isOutput?: boolean;
}

/** The outcome of a call. */
export interface Outcome {
  readonly ok: boolean;
  /** In our own words; text from a repo or model appears only quoted as JSON. */
  readonly said: string;
  readonly shown?: Shown;
}

/** What a tool call works on. */
export interface ToolContext extends Scene {
  /** How many bytes the call may show; any more is cut. */
  readonly room: number;
  /** Removes everything from a text that no model may see. */
  readonly redact: (text: string) => string;
  readonly stop: Pick<AbortSignal, "aborted">;
}

/** The content of an end tool's call. */
export type Ending =
  | { readonly tool: "propose"; readonly summary: string }
  | { readonly tool: "object"; readonly objection: JsonValue };

/** A tool of the registry: its arguments are checked before it runs. */
export interface Tool {
  readonly name: ToolName;
  readonly risk: Risk;
  definition(scene: Scene): ToolDefinition;
  /** Prepares the call to run, or returns its ending. Rejected with a sentence if the arguments are invalid. */
  prepare(given: JsonObject): Result<Prepared, string>;
}

export type Prepared =
  | { readonly kind: "end"; readonly ending: Ending }
  | { readonly kind: "run"; run(context: ToolContext): Promise<Outcome> };

/** A tool call, as the model made it. */
export type { ToolCall };
