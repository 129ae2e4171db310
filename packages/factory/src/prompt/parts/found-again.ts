import type { LineRange } from "@llmch/languages";
import { sha256Hex } from "@llmch/text";

/** The longest part, and the most places, that are tried. */
const MOST_LINES = 300;
const MOST_PLACES = 4_000;

/** The parts of a text, from 0, that are as a planner read them, wherever they are now; the nearest to where they were. */
export const foundAgain = (
  text: string,
  parts: readonly { readonly lines: string; readonly sha256: string }[],
): readonly LineRange[] => {
  const all = text.split(/\r?\n/);
  return parts.flatMap(({ lines, sha256 }) => {
    const [from = 1, to = from] = lines.split("-").map(Number);
    const count = Math.min(to - from + 1, all.length);
    if (count < 1 || count > MOST_LINES) return [];
    const first = Array.from({ length: all.length - count + 1 }, (_, index) => index)
      .sort((a, b) => Math.abs(a - from + 1) - Math.abs(b - from + 1))
      .slice(0, MOST_PLACES)
      .find((index) => sha256Hex(all.slice(index, index + count).join("\n")) === sha256);
    return first === undefined ? [] : [{ first, last: first + count - 1 }];
  });
};
