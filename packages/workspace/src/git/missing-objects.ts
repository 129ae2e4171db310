import type { Repository } from "./repository.ts";

/** True if git may fetch objects of the repo on demand, so that some may not be there. llmch fetches nothing. */
export const isPartialClone = async (repo: Pick<Repository, "configuration">): Promise<boolean> =>
  (await repo.configuration()).some(({ name }) => /^remote\..*\.promisor$/s.test(name));

/** The ids of a commit's trees and files that a partial clone lacks; empty for any other repo, which is not looked through. */
export const missingObjects = async (
  repo: Pick<Repository, "configuration" | "git">,
  commit: string,
): Promise<readonly string[]> => {
  if (!(await isPartialClone(repo))) return [];
  const listed = await repo.git.run(["rev-list", "--objects", "--no-walk", "--missing=print", commit]);
  if (listed.exitCode !== 0) throw new Error(`the objects of ${commit} cannot be listed: ${listed.stderr}`);
  return [...listed.stdout.toString().matchAll(/^\?([0-9a-f]+)/gm)].map(([, id = ""]) => id);
};
