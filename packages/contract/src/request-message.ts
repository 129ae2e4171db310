import type { JsonValue } from "@llmch/text";
import type { ToolCall } from "./tool-call.ts";

/** One message of a request. */
export interface RequestMessage {
  /** `tool`: a call's result. */
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  /** Assistant only: the tools that it called. Each result follows before any other message. */
  readonly toolCalls?: readonly ToolCall[];
  /** Assistant only: data that its provider wants back unchanged, such as encrypted reasoning. Not part of the prompt. */
  readonly carried?: JsonValue;
  /** Tool only: the id of the call. */
  readonly callId?: string;
  /** The content with command output replaced by its fingerprint, which the request hash covers. Omitted if equal to the content. */
  readonly stableContent?: string;
  /**
   * Lengths of this message's prefixes that later requests share, together with all messages before it: what a cache can serve. The
   * shortest, which most requests share, comes first. Omitted if there are none.
   */
  readonly stableLengths?: readonly number[];
}

/** The messages of a request that consists of one prompt. */
export const onePrompt = (
  content: string,
  stable: Pick<RequestMessage, "stableContent" | "stableLengths"> = {},
): readonly RequestMessage[] => [{ role: "user", content, ...stable }];

/** The prompt of a request that consists of one prompt, or null for a conversation. */
export const promptAlone = <Message extends Pick<RequestMessage, "role" | "content">>(
  messages: readonly Message[],
): Message | null => {
  const [first] = messages;
  return first !== undefined && messages.length === 1 && first.role === "user" ? first : null;
};

/** A conversation that another question may go on with. */
export interface Conversation {
  readonly messages: readonly RequestMessage[];
  /** When its last answer came, on the monotonic clock. */
  readonly endedMs: number;
}
