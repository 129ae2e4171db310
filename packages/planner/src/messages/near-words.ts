import { editDistance } from "@llmch/text";

/** The greatest difference between two wordings of one message, as a share of its words. */
const MOST_CHANGED = 0.4;

/**
 * The window of other words that is closest to a message, if any is close enough. It starts and ends with the message's first and last
 * word.
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
