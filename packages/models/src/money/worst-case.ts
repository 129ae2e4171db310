import { type ModelRequest, utf8Length } from "@llmch/contract";
import { perMessage } from "../per-message.ts";
import { messageLength, toolsLength } from "./request-length.ts";

/** Generous bounds for what a protocol adds around a request, and around each further message. */
const PROTOCOL_TOKENS = 500;
const MESSAGE_TOKENS = 16;
/** The overhead of a call, including its id. */
const CALL_TOKENS = 128;
/**
 * For a server without tools, the prompt describes them, and the answer's form repeats their schemas, with an alternative for each
 * property.
 */
const TOOLS_TIMES = 3;
const TOOL_TOKENS = 256;
const TOOLS_TOKENS = 500;

/** The most tokens that a call can take: a token is at least one byte of UTF-8, and no answer exceeds its limit. */
export const worstCase = (
  { messages, answerSchema, tools = [] }: Pick<ModelRequest, "messages" | "answerSchema" | "tools">,
  maxOutputTokens: number,
): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens:
    messages.reduce((sum, message) => sum + mostOf(message), 0) +
    utf8Length(JSON.stringify(answerSchema)) * (tools.length === 0 ? 1 : 2) +
    PROTOCOL_TOKENS +
    Math.max(0, messages.length - 1) * MESSAGE_TOKENS +
    (tools.length === 0 ? 0 : toolsLength(tools) * TOOLS_TIMES + tools.length * TOOL_TOKENS + TOOLS_TOKENS),
  outputTokens: maxOutputTokens,
});

const mostOf = perMessage((message) => {
  const { toolCalls = [], callId, carried } = message;
  const ids = toolCalls.length + (callId === undefined ? 0 : 1);
  return messageLength(message) + ids * CALL_TOKENS + (carried === undefined ? 0 : utf8Length(JSON.stringify(carried)));
});
