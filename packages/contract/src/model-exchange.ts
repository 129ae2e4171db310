import type { z } from "zod";
import type { CallName } from "./call-name.ts";
import type { JsonValue } from "./json-value.ts";
import type { RequestMessage } from "./request-message.ts";
import type { exchangeSchema } from "./schemas/exchange.ts";
import type { ToolCall, ToolDefinition } from "./tool-call.ts";

/** A question to a model. */
export interface ModelRequest {
  readonly call: CallName;
  /** The conversation so far; the last message is the user's, or what came of a tool. */
  readonly messages: readonly RequestMessage[];
  /** How many messages at the start were sent with the turn before, or are its answer. Left out if that is not so. */
  readonly sentBefore?: number;
  /** The tools that may be called instead of an answer; left out if there are none. */
  readonly tools?: readonly ToolDefinition[];
  /** The JSON Schema that the answer should meet, or null for any JSON. */
  readonly answerSchema: { readonly name: string; readonly schema: JsonValue } | null;
  /** Who is asked first instead of the model of the settings. */
  readonly model?: string;
  /** The temperature that it is asked at instead of the one of the settings. */
  readonly temperature?: number;
  /** How many tokens the answer is likely to have. No part of what is asked: a budget that binds makes no call with fewer. */
  readonly likelyTokens?: number;
}

export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly cache_write_tokens?: number | undefined;
  readonly reasoning_tokens?: number | undefined;
}

/** Why a model gave no answer. Asking the same again fixes none of these. */
export type ModelFailureReason =
  | "missing-exchange"
  | "request-changed"
  | "no-key"
  | "refused-key"
  /** The server has no such model, or is not where it was asked. */
  | "not-served"
  | "refused-request"
  | "unreachable"
  | "broken-answer"
  | "incomplete"
  /** The call could have crossed a limit of the budget, and was not made. */
  | "limit"
  | "interrupted";

/** The outcome as a value: an answer, or the reason why there is none. */
export type ModelReply =
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly reasoning: string | null;
      readonly usage: ModelUsage | null;
      readonly model: string;
      /** The tools that it calls, in their order; left out if none. */
      readonly toolCalls?: readonly ToolCall[];
      /** What goes back with the next turn (`RequestMessage.carried`). */
      readonly carried?: JsonValue;
      /** By the prices of the day; left out if they are not known. */
      readonly costUsd?: number;
    }
  | { readonly kind: "failed"; readonly reason: ModelFailureReason; readonly message: string; readonly hint: string };

export type Exchange = z.infer<typeof exchangeSchema>;
