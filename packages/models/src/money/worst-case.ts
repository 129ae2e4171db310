import type { ModelRequest, RequestMessage } from "@llmch/contract";
import { utf8Length } from "@llmch/text";
import { perMessage } from "../per-message.ts";

/** Generous bounds for what a protocol adds around a request, and around each further message. */
const PROTOCOL_TOKENS = 500;
const MESSAGE_TOKENS = 16;
/** The overhead of a call, including its id. */
const CALL_TOKENS = 128;
/** The most that surrounds a tool, and all of them, where a prompt describes them to a server without tools. */
const TOOL_TOKENS = 256;
const TOOLS_TOKENS = 500;

/** The most tokens that a call can take: a token is at least one byte of UTF-8, and no answer exceeds its limit. */
export const worstCase = (
  { messages, answerSchema, tools = [] }: Pick<ModelRequest, "messages" | "answerSchema" | "tools">,
  maxOutputTokens: number,
): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens:
    messages.reduce((sum, message) => sum + mostOf(message), 0) +
    utf8Length(JSON.stringify(answerSchema)) +
    PROTOCOL_TOKENS +
    Math.max(0, messages.length - 1) * MESSAGE_TOKENS +
    (tools.length === 0 ? 0 : utf8Length(JSON.stringify(tools)) + tools.length * TOOL_TOKENS + TOOLS_TOKENS),
  outputTokens: maxOutputTokens,
});

const mostOf = perMessage(({ content, toolCalls = [], callId, carried }: RequestMessage) => {
  const ids = toolCalls.length + (callId === undefined ? 0 : 1);
  const called = toolCalls.reduce((sum, { name, arguments: given }) => sum + utf8Length(name) + utf8Length(given), 0);
  const thoughts = carried === undefined ? 0 : utf8Length(JSON.stringify(carried));
  return utf8Length(content) + called + ids * CALL_TOKENS + thoughts;
});
