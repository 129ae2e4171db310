import type { RequestMessage } from "@llmch/contract";

/** Caches a value that depends on a message alone: each turn of a conversation sends the same message objects again. */
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
