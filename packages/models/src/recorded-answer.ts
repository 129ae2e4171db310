import type { Exchange, ModelReply, ToolCall } from "@llmch/contract";

/** What an exchange keeps of an answer. */
type Recorded = Pick<
  Extract<ModelReply, { readonly kind: "answered" }>,
  "text" | "reasoning" | "toolCalls" | "carried"
>;
type Response = Exchange["response"];

/** An answer as an exchange keeps it. */
export const responseOf = ({ text, reasoning, toolCalls, carried }: Recorded): Response => ({
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
export const answerIn = ({ text, reasoning = null, tool_calls: calls = [], carried }: Response): Recorded => ({
  text,
  reasoning,
  ...(calls.length === 0 ? {} : { toolCalls: calls.map(recordedCall) }),
  ...(carried === undefined ? {} : { carried }),
});
