import { join } from "node:path";
import { mayBeOn } from "./branches.ts";
import type { Repository } from "./repository.ts";

/** True where the user's checkout is on the branch, and at this commit. Throws where git cannot tell. */
export const standsOn = async (
  { git, gitDir, root }: Repository,
  branch: string,
  commit: string | null,
): Promise<boolean> => {
  if (commit === null || !mayBeOn(join(gitDir, "HEAD"), branch)) return false;
  const head = await git.read("rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  // Where git cannot tell, a checkout could be left behind without a word.
  if (!head.ok) throw new Error(`git cannot tell where the checkout ${root} stands: ${head.issues[0]}`);
  return head.value === `${commit}\nrefs/heads/${branch}\n`;
};
