import { counted, type Refusal, refusal } from "@llmch/contract";
import { missingObjects, type Repository } from "@llmch/workspace";

/** Why no worktree can show a commit: a partial clone lacks some of its files. Null if all are there. */
export const partialCloneObstacle = async (repo: Repository, commit: string): Promise<Refusal | null> => {
  const missing = await missingObjects(repo, commit);
  if (missing.length === 0) return null;
  return refusal(
    "missing-objects",
    `the repo is a partial clone, which lacks ${counted(missing.length, "object")} of the commit ${commit.slice(0, 10)}`,
    "bring what it lacks: `git fetch --refetch --no-filter`",
  );
};
