import { editDistance } from "@llmch/contract";

/** The most that two wordings of one message differ by, as a share of the message's words. */
const MOST_CHANGED = 0.4;

/**
 * Where other words come closest to those of a message, if they come close: a window of them that begins and ends as the message does.
 */
export const nearWords = (
  message: readonly string[],
  others: readonly string[],
): { readonly start: number; readonly end: number } | null => {
  const most = Math.floor(message.length * MOST_CHANGED);
  let best: { readonly start: number; readonly end: number; readonly distance: number } | null = null;
  for (let start = 0; start < others.length; start++) {
    for (let length = message.length - most; length <= message.length + most; length++) {
      const window = others.slice(start, start + length);
      if (window.length < length || !meets(message, window)) continue;
      const distance = editDistance(message, window);
      if (distance <= most && (best === null || distance < best.distance))
        best = { start, end: start + length, distance };
    }
  }
  return best;
};

const meets = (message: readonly string[], window: readonly string[]): boolean =>
  window[0] === message[0] && window.at(-1) === message.at(-1);
