import { shellWord } from "@llmch/text";
import { type Repository, submodulesOf } from "@llmch/workspace";

/** The submodules whose files a run's commands do not see, and what to do about it; null if they see all. */
export const unseenSubmodules = async (
  repo: Repository,
  commit: string,
): Promise<{ readonly message: string; readonly hint: string } | null> => {
  const submodules = await submodulesOf(repo, await repo.trees.entriesOf(commit));
  const [first, ...others] = submodules.flatMap(({ path, git }) => (git === null ? [path] : []));
  if (first === undefined) return null;
  const which =
    others.length === 0 ? `the submodule ${first} is` : `the submodule ${first} and ${others.length} more are`;
  return {
    message: `${which} not checked out: commands find an empty folder in its place`,
    hint: `run \`git submodule update --init --recursive${others.length === 0 ? ` ${shellWord(first)}` : ""}\``,
  };
};
