import { type Repository, type SubmoduleState, submodulesOf } from "@llmch/workspace";
import { quoted } from "../resume/next-commands.ts";

const WORDS: Readonly<Record<Exclude<SubmoduleState, "here">, string>> = {
  changed: "has changes",
  elsewhere: "is at another commit than the repo names",
  missing: "is not checked out",
};

/** The submodules whose files a run's commands do not see, and what to do about the first; null if they see all. */
export const unseenSubmodules = async (
  repo: Repository,
  commit: string,
): Promise<{ readonly message: string; readonly hint: string } | null> => {
  const submodules = await submodulesOf(repo, await repo.trees.entriesOf(commit));
  const unseen = submodules.flatMap(({ path, state }) => (state === "here" ? [] : [{ path, state }]));
  const [first] = unseen;
  if (first === undefined) return null;
  const more = unseen.length === 1 ? "" : ` (and ${unseen.length - 1} more are not as they should be)`;
  const update = `run \`git submodule update --init ${quoted(first.path)}\``;
  return {
    message: `the submodule ${first.path} ${WORDS[first.state]}${more}: commands find an empty folder in its place`,
    hint: first.state === "changed" ? "commit or stash them there" : update,
  };
};
