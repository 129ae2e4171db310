import type { RequestMessage } from "@llmch/contract";

/** What follows from a message alone, computed once: a conversation is sent again with each of its turns, message by message the same. */
export const perMessage = <Value>(
  compute: (message: RequestMessage) => Value,
): ((message: RequestMessage) => Value) => {
  const known = new WeakMap<RequestMessage, { readonly value: Value }>();
  return (message) => {
    const found = known.get(message) ?? { value: compute(message) };
    known.set(message, found);
    return found.value;
  };
};
