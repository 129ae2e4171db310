import { relative, resolve } from "node:path";
import { isFolder, realLocation } from "@llmch/files";
import { type Refusal, refusal } from "@llmch/text";
import { checkoutAt, repoFolders } from "@llmch/workspace";

/** Why `--repo` names no repo for a command that needs only its folder; null if it names a folder. */
export const repoFault = (repo: string, cwd: string): Refusal | null =>
  isFolder(resolve(cwd, repo))
    ? null
    : refusal("unreadable-input", `--repo ${repo} is not a folder`, "name the folder of a repo");

/**
 * The caller's repo if a request names none: that of an instance of the library, else the git repo around this directory, as a path
 * relative to it; false if there is none.
 */
export const repoAt = (here: string, cwd: string): string | false => {
  if (here !== ".") return here;
  const root = checkoutAt(cwd);
  return root !== null && (relative(realLocation(cwd), root) || ".");
};

/** The root of the git repo around a folder; null if there is none. */
export const repoAround = (folder: string): string | null => repoFolders(folder)[0] ?? null;
