import type { CallName, FileWrite, JsonValue, ModelReply, ModelRequest, RequestMessage, Result } from "@llmch/contract";
import type { Scene } from "./scene.ts";
import type { Toolset } from "./toolset.ts";

/** The limits of a conversation. Earlier usage counts toward them. */
export interface Limits {
  /** Questions to the model. */
  readonly turns: number;
  /** Input and output. */
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly minutes: number | null;
  /** How many bytes the tools may show. */
  readonly readBytes: number;
  /** The assumed size of the model's context. */
  readonly contextTokens: number;
  /** Beyond this share of the context, the results of early turns are shortened. */
  readonly compactShare: number;
}

/** What conversations have used of their limits. */
export interface Taken {
  readonly turns: number;
  readonly tokens: number;
  /** Only calls with a known price count. */
  readonly usd: number;
  readonly readBytes: number;
  readonly ms: number;
}

export const NOTHING_TAKEN: Taken = { turns: 0, tokens: 0, usd: 0, readBytes: 0, ms: 0 };

/** The content of an end tool's call, with the final draft. */
export type EndCall =
  | { readonly tool: "propose"; readonly summary: string; readonly writes: readonly FileWrite[] }
  | { readonly tool: "object"; readonly objection: JsonValue };

/** A task for a model with tools. */
export interface Question<Value> {
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
  readonly taken: Taken;
  /** Parses an answer without tool calls: a value ends the conversation, an issue goes back to the model. */
  readonly readText: (text: string) => Result<Value, string>;
  /** Turns the call of an end tool into the value, or into a fault for the model. */
  readonly readEnd: (end: EndCall) => Result<Value, string>;
}

/** How a conversation ended: the total taken, including what came before, and the number of its last question. */
export type Conversed<Value> = { readonly taken: Taken; readonly lastTurn: number } & (
  | { readonly kind: "ended"; readonly value: Value /** The text of the last answer. */; readonly text: string }
  /** `isLast`: no turns are left. */
  | { readonly kind: "stuck"; readonly why: string; readonly isLast: boolean }
  /** A limit on tokens, dollars or minutes was reached. */
  | { readonly kind: "limited"; readonly message: string; readonly hint: string }
  | { readonly kind: "failed"; readonly reply: Extract<ModelReply, { kind: "failed" }> }
  | { readonly kind: "interrupted" }
);
