import type { Exchange, ModelReply, ToolCall } from "@llmch/contract";

type Answered = Extract<ModelReply, { readonly kind: "answered" }>;
type Response = Exchange["response"];

/** The part of an answer that an exchange keeps. */
export const responseOf = ({
  text,
  reasoning,
  toolCalls,
  carried,
}: Pick<Answered, "text" | "reasoning" | "toolCalls" | "carried">): Response => ({
  text,
  reasoning,
  ...(toolCalls === undefined ? {} : { tool_calls: toolCalls.map(recordedCall) }),
  ...(carried === undefined ? {} : { carried }),
});

/** A call as an exchange keeps it. */
export const recordedCall = ({ id, name, arguments: given }: ToolCall): ToolCall & Record<string, string> => ({
  ...{ id, name },
  arguments: given,
});

/** The answer in an exchange. */
export const answerIn = ({
  text,
  reasoning = null,
  tool_calls: calls = [],
  carried,
}: Response): Pick<Answered, "text" | "reasoning" | "toolCalls" | "carried"> => ({
  text,
  reasoning,
  ...(calls.length === 0 ? {} : { toolCalls: calls.map(recordedCall) }),
  ...(carried === undefined ? {} : { carried }),
});
