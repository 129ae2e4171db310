import { join } from "node:path";
import { mayBeOn } from "./branches.ts";
import type { Repository } from "./repository.ts";

/** True where the user's checkout is on the branch, and at this commit. */
export const standsOn = async (
  { git, gitDir }: Repository,
  branch: string,
  commit: string | null,
): Promise<boolean> => {
  if (commit === null || !mayBeOn(join(gitDir, "HEAD"), branch)) return false;
  const head = await git.ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  return head.ok && head.value === `${commit}\nrefs/heads/${branch}\n`;
};
