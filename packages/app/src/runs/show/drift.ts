import { foldedPaths, printable } from "@llmch/text";

const MOST_PLACES = 20;
/** So many files of one folder are named; of more, only a few, and how many there are. */
const MOST_NAMED = 5;

/** Files that commands changed behind the proposal's back: `a.txt, dist/ (218 files: …) changed …`, or each of them. */
export const driftInWords = (drift: readonly string[], { isWhole } = { isWhole: false }): string => {
  const places = isWhole ? drift : foldedPaths(drift, MOST_PLACES, MOST_NAMED);
  return `${places.map(printable).join(", ")} changed outside the proposal; not committed`;
};
