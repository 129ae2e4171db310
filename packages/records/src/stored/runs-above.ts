import { printable, shellWord } from "@llmch/contract";
import { rootAbove } from "@llmch/store";

/**
 * The hint for a run that is not in an artifacts root but may be in that of a folder above it, in the same checkout. Null if there is none.
 * @param named the id of the run, or a prefix of it, in any case; undefined for any run
 */
export const runsAbove = (root: string, named?: string): string | null => {
  const above = rootAbove(root, named?.toUpperCase());
  if (above === null) return null;
  const what = named === undefined ? "there are runs" : "there is one";
  return `${what} in ${printable(above)}: give --artifacts-dir ${printable(shellWord(above))}`;
};
