import { type RequestMessage, utf8Length } from "@llmch/contract";
import { stableText, type ToldResult } from "../output/told-result.ts";

/** An answer of the model with all that followed it. */
export interface PastTurn {
  readonly assistant: RequestMessage;
  readonly results: readonly ToldResult[];
  /** What was said besides results: a fault of the answer, a nudge, how many questions are left. */
  readonly note: RequestMessage | null;
}

export const messagesOf = (
  opening: readonly RequestMessage[],
  turns: readonly PastTurn[],
): readonly RequestMessage[] => [
  ...opening,
  ...turns.flatMap(({ assistant, results, note }) => [
    assistant,
    ...results.map(({ message }) => message),
    ...(note === null ? [] : [note]),
  ]),
];

/** Tokenizers make about that many bytes a token of code. */
export const BYTES_PER_TOKEN = 3;

/** How many tokens messages have, about: the same number on every machine. */
export const estimatedTokens = (messages: readonly RequestMessage[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + bytesOf(message), 0) / BYTES_PER_TOKEN);

/** A message never changes, and is counted in every turn that follows it. */
const counted = new WeakMap<RequestMessage, number>();

const bytesOf = (message: RequestMessage): number => {
  const known = counted.get(message);
  if (known !== undefined) return known;
  const calls = message.toolCalls ?? [];
  const bytes =
    utf8Length(stableText(message)) +
    calls.reduce((sum, call) => sum + utf8Length(call.name) + utf8Length(call.arguments), 0);
  counted.set(message, bytes);
  return bytes;
};
