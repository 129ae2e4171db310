import type { z } from "zod";
import type { JsonValue } from "./json-value.ts";
import type { exchangeSchema } from "./schemas/exchange.ts";

/** Which of the two conversations is held: the planner speaks Responses, the factory Chat Completions (contract §8). */
export type ModelRole = "planner" | "factory";

/** What is asked of a model. */
export interface ModelRequest {
  /** `plan/attempt-1`, `WO-03/attempt-2`: unique in a run; exchanges are found by it. */
  readonly key: string;
  readonly role: ModelRole;
  readonly prompt: string;
  /** The prompt with command output replaced by its fingerprint: what the request hash is taken over. */
  readonly stablePrompt: string;
  /** Which attempt asks, from 1: later ones may go to another model. */
  readonly attempt: number;
  /** How many characters at the prompt's beginning the next question of its kind begins with too: what a cache can serve. */
  readonly stableLength: number;
  /** The JSON Schema that the answer is asked to meet, or null for any JSON. */
  readonly answerSchema: { readonly name: string; readonly schema: JsonValue } | null;
}

export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly cache_write_tokens?: number | undefined;
  readonly reasoning_tokens?: number | undefined;
}

/** Why a model gave no answer. None of these is fixed by asking the same again. */
export type ModelFailureReason =
  | "missing-exchange"
  | "request-changed"
  | "no-key"
  | "refused-key"
  | "refused-request"
  | "unreachable"
  | "broken-answer"
  | "incomplete"
  /** The call could have crossed a limit of the budget, and was not made. */
  | "limit"
  | "interrupted";

/** What comes back: an answer, or the reason why there is none, as a value. */
export type ModelReply =
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly reasoning: string | null;
      readonly usage: ModelUsage | null;
      readonly model: string;
    }
  | { readonly kind: "failed"; readonly reason: ModelFailureReason; readonly message: string; readonly hint: string };

export type Exchange = z.infer<typeof exchangeSchema>;

export const planKey = (attempt: number): string => `plan/attempt-${attempt}`;
export const orderKey = (id: string, attempt: number): string => `${id}/attempt-${attempt}`;
