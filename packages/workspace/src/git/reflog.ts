import { lstatSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "@llmch/files";
import type { Repository } from "./repository.ts";

/**
 * A link in place of a reflog, or null: git would write its entry, with llmch's text, to the link's target.
 * @param refs full names
 */
export const linkedReflog = (
  { gitDir, commonDir }: Pick<Repository, "gitDir" | "commonDir">,
  refs: readonly string[],
): string | null => {
  const files = [join(gitDir, "logs/HEAD"), ...refs.map((ref) => join(commonDir, "logs", ref))];
  const linked = files.find(isLink);
  return linked === undefined ? null : `${linked} is a link, and git would write to what it leads to: remove it`;
};

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (fault) {
    if (errnoOf(fault) === "ENOTDIR") return false;
    throw fault;
  }
};
