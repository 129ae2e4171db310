import type { CallName, FileWrite, JsonValue, ModelReply, ModelRequest, RequestMessage, Result } from "@llmch/contract";
import type { Scene } from "./scene.ts";
import type { Toolset } from "./toolset.ts";

/** How far a conversation may go. What was taken before it counts. */
export interface Limits {
  /** Questions to the model. */
  readonly turns: number;
  /** In and out. */
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly minutes: number | null;
  /** How much the tools may show. */
  readonly readBytes: number;
  /** How large the model's context is taken to be. */
  readonly contextTokens: number;
  /** From which share of the context on the results of early turns are shortened. */
  readonly compactShare: number;
}

/** What conversations took of their limits. */
export interface Taken {
  readonly turns: number;
  readonly tokens: number;
  /** As far as the price is known. */
  readonly usd: number;
  readonly readBytes: number;
  readonly ms: number;
}

export const NOTHING_TAKEN: Taken = { turns: 0, tokens: 0, usd: 0, readBytes: 0, ms: 0 };

/** What the call of an end tool says, with what the draft has become. */
export type EndCall =
  | { readonly tool: "propose"; readonly summary: string; readonly writes: readonly FileWrite[] }
  | { readonly tool: "object"; readonly objection: JsonValue };

/** What a model is to do with its tools. */
export interface Question<Value> {
  readonly named: (turn: number) => CallName;
  readonly firstTurn: number;
  /** What is said before the first answer; never shortened. */
  readonly opening: readonly RequestMessage[];
  /** The form of a text answer. */
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly likelyTokens?: number;
  readonly toolset: Toolset;
  readonly scene: Scene;
  readonly limits: Limits;
  /** What earlier conversations of the same order took. */
  readonly taken: Taken;
  /** Reads an answer that calls no tool: a value ends the conversation, an issue goes back to the model. */
  readonly readText: (text: string) => Result<Value, string>;
  /** Turns the call of an end tool into the value, or into a fault for the model. */
  readonly readEnd: (end: EndCall) => Result<Value, string>;
}

/** How a conversation went: what it took with all that was taken before, and the number of its last question. */
export type Conversed<Value> = { readonly taken: Taken; readonly lastTurn: number } & (
  | { readonly kind: "ended"; readonly value: Value /** The last answer's text. */; readonly text: string }
  /** `isLast`: no turns are left. */
  | { readonly kind: "stuck"; readonly why: string; readonly isLast: boolean }
  /** A limit of tokens, dollars or minutes is reached. */
  | { readonly kind: "limited"; readonly message: string; readonly hint: string }
  | { readonly kind: "failed"; readonly reply: Extract<ModelReply, { kind: "failed" }> }
  | { readonly kind: "interrupted" }
);
