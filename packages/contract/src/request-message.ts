/** One message of a request. What tools are asked and answer will be further kinds of it. */
export interface RequestMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** The content with command output replaced by its fingerprint: what the request hash is taken over. Left out where it is the same. */
  readonly stableContent?: string;
  /**
   * How many characters at its beginning, with all messages before it, the next question of its kind begins with too: what a
   * cache can serve. Left out where it is nothing.
   */
  readonly stableLength?: number;
}

/** The messages of a request that is one prompt. */
export const onePrompt = (
  content: string,
  stable: Pick<RequestMessage, "stableContent" | "stableLength"> = {},
): readonly RequestMessage[] => [{ role: "user", content, ...stable }];

/** The prompt of a request that is nothing else, or null for a conversation. */
export const promptAlone = <Message extends Pick<RequestMessage, "role" | "content">>(
  messages: readonly Message[],
): Message | null => {
  const [first] = messages;
  return first !== undefined && messages.length === 1 && first.role === "user" ? first : null;
};
