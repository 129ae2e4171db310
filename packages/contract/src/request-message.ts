/** One message of a request. */
export interface RequestMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
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
