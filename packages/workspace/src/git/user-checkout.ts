import { mayBeOn } from "./branches.ts";
import { standingHead } from "./head.ts";
import type { Repository } from "./repository.ts";

/** True if the user's checkout is on the branch, at this commit. Throws if git cannot tell. */
export const standsOn = async (repo: Repository, branch: string, commit: string | null): Promise<boolean> => {
  if (commit === null || !mayBeOn(repo, branch)) return false;
  const head = await standingHead(repo);
  // A false answer could silently leave the checkout behind.
  if (!head.ok) throw new Error(`git cannot tell where the checkout ${repo.root} stands: ${head.issues[0]}`);
  return head.value.commit === commit && head.value.branch === branch;
};
