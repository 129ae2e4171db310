import { sha256Hex } from "@llmch/text";
import type { Tick } from "./work-order.ts";

/** An item of a list with an open box. */
const LISTED = /^\s*(?:[-*+]|\d+[.)])\s+\[ \]/;

/**
 * Puts ticks on a text (contract §11). A line that is not as it was when the plan was made keeps its box.
 * @returns the text with the others, and the ticks that were left out
 */
export const tickedText = (
  text: string,
  ticks: readonly Tick[],
): { readonly text: string; readonly left: readonly Tick[] } => {
  const lines = text.split("\n");
  const left = ticks.filter(({ line, sha256, from, to }) => {
    const standing = lines[line - 1];
    if (standing === undefined || sha256Hex(standing.replace(/\r$/, "")) !== sha256) return true;
    const ticked = LISTED.test(standing) ? standing.replace(from, to) : standing;
    lines[line - 1] = ticked;
    return ticked === standing;
  });
  return { text: lines.join("\n"), left };
};
