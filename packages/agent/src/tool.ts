import type { JsonObject, JsonValue, Result, StopSignal, ToolCall, ToolDefinition, ToolName } from "@llmch/contract";
import type { Scene } from "./scene.ts";

/** What a tool may do at most: look, run a command, write to the draft, end the conversation. */
export type Risk = "read" | "run" | "write" | "end";

/** Text of others that a result shows. It is redacted, bounded and quoted before a model sees it. */
export interface Shown {
  /** Says what it is; may hold a path. */
  readonly label: string;
  readonly text: string;
  /** True for output of commands: the hash of the request covers only what stays the same from run to run. */
  readonly isOutput?: boolean;
}

/** What came of a call. */
export interface Outcome {
  readonly ok: boolean;
  /** In our own words, which hold nothing of a repo or a model but what is quoted as JSON. */
  readonly said: string;
  readonly shown?: Shown;
}

/** What a call of a tool works on. */
export interface ToolContext extends Scene {
  /** How many bytes the call may show; what exceeds it is cut. */
  readonly room: number;
  /** Takes what no model may see out of a text. */
  readonly redact: (text: string) => string;
  readonly stop: StopSignal;
}

/** What an end tool says. */
export type Ending =
  | { readonly tool: "propose"; readonly summary: string }
  | { readonly tool: "object"; readonly objection: JsonValue };

/** One tool of the registry: its arguments are judged before it runs. */
export interface Tool {
  readonly name: ToolName;
  readonly risk: Risk;
  definition(scene: Scene): ToolDefinition;
  /** Runs the call, or gives its end. Rejected with a sentence if the arguments are not those of the tool. */
  prepare(given: JsonObject): Result<Prepared, string>;
}

export type Prepared =
  | { readonly kind: "end"; readonly ending: Ending }
  | { readonly kind: "run"; run(context: ToolContext): Promise<Outcome> };

/** The call of a tool, as a model made it. */
export type { ToolCall };
