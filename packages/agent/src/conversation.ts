import type { CallName, FileWrite, ModelReply, ModelRequest, RequestMessage } from "@llmch/contract";
import type { JsonValue, Result } from "@llmch/text";
import type { Scene } from "./scene.ts";
import type { Toolset } from "./toolset.ts";

/** The limits of a conversation. Earlier usage counts toward them. */
export interface Limits {
  /** Questions to the model. */
  readonly turns: number;
  /** Input and output. */
  readonly tokens: number | null;
  /** The size of the model's context. */
  readonly contextTokens: number;
}

/** What conversations have used of their limits. */
export interface LoopUsage {
  readonly turns: number;
  readonly tokens: number;
}

export const NOTHING_TAKEN: LoopUsage = { turns: 0, tokens: 0 };

/** The content of an end tool's call, with the final draft. */
export type EndCall =
  | { readonly tool: "propose"; readonly summary: string; readonly writes: readonly FileWrite[] }
  | { readonly tool: "object"; readonly objection: JsonValue };

/** A task for a model with tools. */
export interface ToolTask<Value> {
  readonly named: (turn: number) => CallName;
  readonly firstTurn: number;
  /** The messages before the first answer; never shortened. */
  readonly opening: readonly RequestMessage[];
  /** The form of a text answer. */
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly likelyTokens?: number;
  readonly toolset: Toolset;
  readonly scene: Scene;
  readonly limits: Limits;
  /** What earlier conversations of the same order took. */
  readonly taken: LoopUsage;
  /** Parses an answer without tool calls: a value ends the conversation, an issue goes back to the model. */
  readonly readText: (text: string) => Result<Value, string>;
  /** Turns the call of an end tool into the value, or into a fault for the model. */
  readonly readEnd: (end: EndCall) => Result<Value, string>;
}

/** How a conversation ended: the total taken, including what came before, and the number of its last question. */
export type Conversed<Value> = { readonly taken: LoopUsage; readonly lastTurn: number } & (
  | {
      readonly kind: "ended";
      readonly value: Value;
      /** The text of the last answer. */
      readonly text: string;
      /** Everything that was said, the last answer included. */
      readonly messages: readonly RequestMessage[];
    }
  /** `isLast`: no turns are left. */
  | { readonly kind: "stuck"; readonly why: string; readonly isLast: boolean }
  /** The limit on tokens, or a limit of the run, was reached. */
  | { readonly kind: "limited"; readonly message: string; readonly hint: string }
  | { readonly kind: "failed"; readonly reply: Extract<ModelReply, { kind: "failed" }> }
  | { readonly kind: "interrupted" }
);

/** What a model that had to answer with tools gave instead, as a reply. */
export const unanswered = (
  ended: Exclude<Conversed<unknown>, { readonly kind: "ended" }>,
): Extract<ModelReply, { readonly kind: "failed" }> | { readonly kind: "stuck"; readonly why: string } => {
  switch (ended.kind) {
    case "failed":
      return ended.reply;
    case "limited":
      return { kind: "failed", reason: "limit", message: ended.message, hint: ended.hint };
    case "interrupted":
      return { kind: "failed", reason: "interrupted", message: "the run was interrupted", hint: "resume it" };
    case "stuck":
      return { kind: "stuck", why: ended.why };
  }
};
