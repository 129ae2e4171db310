import { remoteOf } from "./push.ts";
import type { Repository } from "./repository.ts";
import { symbolicTarget } from "./symbolic-refs.ts";

type Repo = Pick<Repository, "git" | "gitDir" | "commonDir" | "configuration">;

/**
 * The remote whose default branch has this name, as the repo knows it (`refs/remotes/origin/HEAD`), or null: the remote that the
 * branch would be pushed to, or `origin`. Does not contact it.
 */
export const remoteWithDefault = async (
  { git, gitDir, commonDir, configuration }: Repo,
  branch: string,
): Promise<string | null> => {
  const pushed = remoteOf(branch, await configuration());
  for (const remote of new Set([pushed ?? ORIGIN, ORIGIN])) {
    const target = await symbolicTarget({ git, gitDir, commonDir }, `refs/remotes/${remote}/HEAD`);
    if (target === `refs/remotes/${remote}/${branch}`) return remote;
  }
  return null;
};

const ORIGIN = "origin";
