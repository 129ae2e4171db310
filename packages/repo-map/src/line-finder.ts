import { lastAtMost } from "@llmch/contract";

/** Returns the line of an index, from 0, by bisection. */
export const lineFinder = (source: string): ((index: number) => number) => {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (index) => lastAtMost(starts, index);
};
