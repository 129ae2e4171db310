import { byCodePoint } from "@llmch/contract";
import { breathe } from "@llmch/files";
import type { OwnTree } from "./own-tree.ts";

/**
 * Paths of all files in the tree, tracked or not, sorted by code point, without ignored files and dependency folders. `known`
 * files are the repo's own: git is asked only if there are others, which of them it ignores.
 */
export const presentFiles = async (own: OwnTree, known: ReadonlySet<string>): Promise<readonly string[]> => {
  const present = [...(await own.files())].sort(byCodePoint);
  await breathe();
  const others = present.filter((path) => !known.has(path));
  if (others.length === 0) return present;
  const checked = await own.git().run(["check-ignore", "-z", "--stdin"], { input: `${others.join("\0")}\0` });
  const ignored = new Set(checked.stdout.toString().split("\0"));
  return present.filter((path) => known.has(path) || !ignored.has(path));
};
