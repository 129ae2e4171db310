import { join } from "node:path";
import { mayBeOn } from "./branches.ts";
import { standingHead } from "./head.ts";
import type { Repository } from "./repository.ts";

/** True where the user's checkout is on the branch, and at this commit. Throws where git cannot tell. */
export const standsOn = async (repo: Repository, branch: string, commit: string | null): Promise<boolean> => {
  if (commit === null || !mayBeOn(join(repo.gitDir, "HEAD"), branch)) return false;
  const head = await standingHead(repo);
  // Where git cannot tell, a checkout could be left behind without a word.
  if (!head.ok) throw new Error(`git cannot tell where the checkout ${repo.root} stands: ${head.issues[0]}`);
  return head.value.commit === commit && head.value.branch === branch;
};
