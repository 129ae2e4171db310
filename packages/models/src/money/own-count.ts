import { counted, type ModelRequest, type ModelUsage, type ToolCall, utf8Length } from "@llmch/contract";
import { callsLength, messageLength, toolsLength } from "./request-length.ts";

/** Shorter texts are not checked: a few tokens more or less decide nothing. */
const LEAST_BYTES = 8 * 1024;
/** No tokenizer packs this many bytes into a token on average: four are usual. */
const MOST_BYTES = 32;
const USUAL_BYTES = 4;

/** An answer's usage, and why it differs from what the server reported; null if it does not. */
export interface CountedUsage {
  readonly usage: ModelUsage | null;
  readonly doubt: string | null;
}

/**
 * The usage that the server reported, unless it has fewer tokens than the texts can have: then our own count replaces it, because
 * caps depend on it.
 */
export const countedUsage = (
  told: ModelUsage | null,
  { messages, tools }: Pick<ModelRequest, "messages" | "tools">,
  { text, toolCalls = [] }: { readonly text: string; readonly toolCalls?: readonly ToolCall[] },
): CountedUsage => {
  if (told === null) return { usage: null, doubt: null };
  const prompt = messages.reduce((sum, message) => sum + messageLength(message), toolsLength(tools));
  const answer = utf8Length(text) + callsLength(toolCalls);
  const input_tokens = believed(told.input_tokens, prompt);
  const output_tokens = believed(told.output_tokens, answer);
  const doubts = [
    ...(input_tokens === told.input_tokens ? [] : [doubtOf(told.input_tokens, "a prompt", prompt, input_tokens)]),
    ...(output_tokens === told.output_tokens ? [] : [doubtOf(told.output_tokens, "an answer", answer, output_tokens)]),
  ];
  if (doubts.length === 0) return { usage: told, doubt: null };
  return { usage: { ...told, input_tokens, output_tokens }, doubt: doubts.join("; ") };
};

const believed = (tokens: number, bytes: number): number =>
  bytes < LEAST_BYTES || tokens * MOST_BYTES >= bytes ? tokens : Math.ceil(bytes / USUAL_BYTES);

const doubtOf = (told: number, what: string, bytes: number, count: number): string =>
  `reports ${counted(told, "token")} for ${what} of ${bytes} bytes, too few: assuming ${count}`;
