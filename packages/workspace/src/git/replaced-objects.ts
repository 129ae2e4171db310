import type { Repository } from "./repository.ts";

/** True if the user's git shows something else in place of an object (`git replace`). llmch's own calls never do. */
export const replacesObjects = async ({ git }: Pick<Repository, "git">): Promise<boolean> => {
  const listed = await git.read("for-each-ref", "--count=1", "refs/replace/");
  return listed.ok && listed.value !== "";
};
