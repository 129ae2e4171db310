import { LEAST_BYTES_PER_TOKEN, type RequestMessage } from "@llmch/contract";
import { utf8Length } from "@llmch/text";
import { stableText, type ToldResult } from "../output/told-result.ts";

/** A model's answer, and everything that followed it. */
export interface PastTurn {
  readonly assistant: RequestMessage;
  readonly results: readonly ToldResult[];
  /** What was said besides the results: a fault in the answer, a nudge, the number of questions left. */
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

/** Estimates the tokens in messages: the same number on every machine. */
export const estimatedTokens = (messages: readonly RequestMessage[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + bytesOf(message), 0) / LEAST_BYTES_PER_TOKEN);

/** Caches byte counts: a message never changes, but every later turn counts it again. */
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
