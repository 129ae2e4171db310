import type { Repository } from "@llmch/workspace";

/** What git calls the tree of a commit: two commits with the same files have the same one. */
export const treeHash = async (commit: string, { git }: Pick<Repository, "git">): Promise<string> => {
  const tree = await git.read("rev-parse", `${commit}^{tree}`);
  if (!tree.ok) throw new Error(`the tree of ${commit} cannot be found: ${tree.issues[0]}`);
  return tree.value.trim();
};
