import { type ModelRequest, utf8Length } from "@llmch/contract";

/** What a protocol puts around a prompt, generously. */
const PROTOCOL_TOKENS = 500;

/** The most that a call can take: a token is at least one byte of UTF-8, and no answer is longer than its limit. */
export const worstCase = (
  { prompt, answerSchema }: Pick<ModelRequest, "prompt" | "answerSchema">,
  maxOutputTokens: number,
): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens: utf8Length(prompt) + utf8Length(JSON.stringify(answerSchema)) + PROTOCOL_TOKENS,
  outputTokens: maxOutputTokens,
});
