import type { JsonValue } from "@llmch/text";
import type { z } from "zod";
import type { CallName } from "./call-name.ts";
import type { RequestMessage } from "./request-message.ts";
import type { exchangeSchema } from "./schemas/exchange.ts";
import type { ToolCall, ToolDefinition } from "./tool-call.ts";

/** A request to a model. */
export interface ModelRequest {
  readonly call: CallName;
  /** The conversation so far; the last message is the user's, or a tool's result. */
  readonly messages: readonly RequestMessage[];
  /** How many leading messages are the previous turn's, including its answer. Omitted if that does not apply. */
  readonly sentBefore?: number;
  /** The tools that the model may call instead of answering; omitted if there are none. */
  readonly tools?: readonly ToolDefinition[];
  /** The JSON Schema that the answer should meet, or null for any JSON. */
  readonly answerSchema: { readonly name: string; readonly schema: JsonValue } | null;
  /** The model to ask first instead of the configured one. */
  readonly model?: string;
  /** The likely tokens of the answer. Not part of the request: if the budget leaves fewer, the call is not made. */
  readonly likelyTokens?: number;
  /** Answers in place of a model, unless the answer is in a record. Not part of the request, but for its name in `model`. */
  readonly executor?: RequestExecutor;
}

/** An agent whose work is an answer. */
export interface RequestExecutor {
  /** Never rejects for trouble of the agent's: that is a reply of kind "failed". */
  answer(prompt: string, onSpending: OnSpending): Promise<ModelReply & { readonly spending?: Spending }>;
}

/** Called with what an agent says that it has spent so far, in all; true if it may spend no more, and must be stopped. */
export type OnSpending = (spending: Spending) => boolean;

/** What an agent says that an answer took; null for what it does not tell. */
export interface Spending {
  readonly usage: ModelUsage | null;
  readonly costUsd: number | null;
  /** The usage of each of its models, as far as it names them. */
  readonly byModel: readonly { readonly model: string; readonly usage: ModelUsage }[];
}

/** What an agent that tells nothing has told. */
export const UNTOLD: Spending = { usage: null, costUsd: null, byModel: [] };

export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly cache_write_tokens?: number | undefined;
  readonly reasoning_tokens?: number | undefined;
}

/** Why a model gave no answer. Repeating the request fixes none of these. */
export type ModelFailureReason =
  | "missing-exchange"
  | "request-changed"
  | "no-key"
  | "refused-key"
  /** The server has no such model, or no API at that address. */
  | "not-served"
  /** What is asked is at fault: too long for the model, or stopped by a filter. */
  | "refused-request"
  /** The server accepts no request of this form, whatever is asked. */
  | "not-accepted"
  | "unreachable"
  | "broken-answer"
  | "incomplete"
  /** The call could have exceeded a budget limit, and was not made. */
  | "limit"
  | "interrupted";

/** The outcome as a value: an answer, or why there is none. */
export type ModelReply =
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly reasoning: string | null;
      readonly usage: ModelUsage | null;
      readonly model: string;
      /** The tools that the model calls, in order; omitted if none. */
      readonly toolCalls?: readonly ToolCall[];
      /** What the next turn sends back (`RequestMessage.carried`). */
      readonly carried?: JsonValue;
      /** At the prices of the day; omitted if unknown. */
      readonly costUsd?: number;
    }
  | {
      readonly kind: "failed";
      readonly reason: ModelFailureReason;
      readonly message: string;
      readonly hint: string;
      /** UTC; when the usage limit ends that it met, if that was told. */
      readonly until?: string;
    };

export type Exchange = z.infer<typeof exchangeSchema>;
