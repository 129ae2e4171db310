import type { ModelRequest, ModelUsage, ToolCall, ToolDefinition } from "@llmch/contract";
import type { JsonObject, JsonValue, Result } from "@llmch/text";
import type { ExchangeContext } from "../transport/call.ts";
import type { ServerFault } from "../transport/fault.ts";

/** A model's answer, from any protocol. */
export interface Answer {
  readonly text: string;
  /** The summary of the model's reasoning, if the server gives one. */
  readonly reasoning: string | null;
  readonly usage: ModelUsage | null;
  readonly model: string;
  /** `cut` at the token budget, `filtered` by the server's content rules, `overfull` if the model's context was used up. */
  readonly ending: "whole" | "cut" | "filtered" | "overfull";
  /** The server's reason for filtering; null if it gives none. */
  readonly why: string | null;
  /** The tool calls, in order; left out if there are none. */
  readonly toolCalls?: readonly ToolCall[];
  /** What the next turn must send back (see `carried.ts`); left out if nothing. */
  readonly carried?: JsonValue;
}

/** What a protocol needs to know to ask. */
export interface ProtocolRequest {
  readonly model: string;
  readonly messages: ModelRequest["messages"];
  readonly answerSchema: ModelRequest["answerSchema"];
  /** The tools that the model may call instead of answering. */
  readonly tools: readonly ToolDefinition[];
  readonly reasoningEffort: string | null;
  readonly temperature: number | null;
}

/** Follows an answer while it arrives, if the protocol streams it. */
export interface AnswerListener {
  /** A piece of the model's reasoning. */
  reasoning(text: string): void;
  /** A piece of the answer. */
  answering(text: string): void;
}

/**
 * Asks one question over one protocol, until it is answered or nothing more can be done. Never rejects: a server's errors are
 * faults.
 */
export type Adapter = (
  context: ExchangeContext,
  question: ProtocolRequest,
  listener: AnswerListener,
) => Promise<Result<Answer, ServerFault>>;

/** Whether tools may be called, or were called earlier. */
export const isAboutTools = ({ tools, messages }: ProtocolRequest): boolean =>
  tools.length > 0 || messages.some(({ role, toolCalls = [] }) => role === "tool" || toolCalls.length > 0);

/** The requested form of the answer, as both OpenAI protocols spell it; null if only the prompt asks for it, or if a tool may be called. */
export const answerForm = (
  { answerSchema, tools }: ProtocolRequest,
  structure: "schema" | "object" | "none",
): { readonly name: string; readonly schema: JsonValue; readonly strict: true } | "object" | null => {
  if (structure === "none" || (tools.length > 0 && answerSchema === null)) return null;
  return structure === "schema" && answerSchema !== null ? { ...answerSchema, strict: true } : "object";
};

/** Drops the members that are null. */
export const present = (members: Readonly<Record<string, JsonValue>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
