import { type ModelRequest, utf8Length } from "@llmch/contract";

/** What a protocol puts around a request, and around each further message of it, generously. */
const PROTOCOL_TOKENS = 500;
const MESSAGE_TOKENS = 16;

/** The most that a call can take: a token is at least one byte of UTF-8, and no answer is longer than its limit. */
export const worstCase = (
  { messages, answerSchema }: Pick<ModelRequest, "messages" | "answerSchema">,
  maxOutputTokens: number,
): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens:
    messages.reduce((sum, { content }) => sum + utf8Length(content), utf8Length(JSON.stringify(answerSchema))) +
    PROTOCOL_TOKENS +
    Math.max(0, messages.length - 1) * MESSAGE_TOKENS,
  outputTokens: maxOutputTokens,
});
