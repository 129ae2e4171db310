import type { JsonValue } from "./json-value.ts";
import type { ToolCall } from "./tool-call.ts";

/** One message of a request. */
export interface RequestMessage {
  /** `tool`: what came of a call. */
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  /** Of the assistant: the tools that it called. What came of each follows, before anything else is said. */
  readonly toolCalls?: readonly ToolCall[];
  /** Of the assistant: what its provider wants back as it was, such as encrypted reasoning. No part of what is asked. */
  readonly carried?: JsonValue;
  /** Of a tool: the id of the call. */
  readonly callId?: string;
  /**
   * The content with command output replaced by its fingerprint, which the request hash covers. Left out if it is the same as
   * the content.
   */
  readonly stableContent?: string;
  /**
   * How many characters at its start later questions share, together with all messages before it: what a cache can serve. The
   * shortest, which most questions share, comes first. Left out if there are none.
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
