import type { JsonObject, JsonValue, ModelRequest, ModelUsage, ToolCall, ToolDefinition } from "@llmch/contract";

/** A model's answer, whichever protocol brought it. */
export interface Answer {
  readonly text: string;
  /** The summary of the model's reasoning, where the server gives one. */
  readonly reasoning: string | null;
  readonly usage: ModelUsage | null;
  readonly model: string;
  /** `cut` at the token budget, `filtered` by the server's rules on content, `overfull` where the model's context was used up. */
  readonly ending: "whole" | "cut" | "filtered" | "overfull";
  /** What the server says of a filtered answer; null where it says nothing. */
  readonly why: string | null;
  /** The tools that it calls, in their order; left out if none. */
  readonly toolCalls?: readonly ToolCall[];
  /** What goes back with the next turn, see `carried.ts`; left out if nothing does. */
  readonly carried?: JsonValue;
}

/** What a protocol needs to know to ask. */
export interface Question {
  readonly model: string;
  readonly messages: ModelRequest["messages"];
  readonly answerSchema: ModelRequest["answerSchema"];
  /** The tools that may be called instead of an answer. */
  readonly tools: readonly ToolDefinition[];
  readonly reasoningEffort: string | null;
  readonly temperature: number | null;
  /** Most tokens that the answer may have, reasoning included; a cap may lower it between two calls for one answer. */
  readonly budget: number;
}

/** Whether tools may be called, or were called before. */
export const isAboutTools = ({ tools, messages }: Question): boolean =>
  tools.length > 0 || messages.some(({ role, toolCalls = [] }) => role === "tool" || toolCalls.length > 0);

/** The form that is asked for, in the words that both protocols share; null where the prompt alone asks for it, or a tool may be called. */
export const answerForm = (
  { answerSchema, tools }: Question,
  structure: "schema" | "object" | "none",
): { readonly name: string; readonly schema: JsonValue; readonly strict: true } | "object" | null => {
  if (structure === "none" || (tools.length > 0 && answerSchema === null)) return null;
  return structure === "schema" && answerSchema !== null ? { ...answerSchema, strict: true } : "object";
};

/** An object without the members that are null. */
export const present = (members: Readonly<Record<string, JsonValue>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
