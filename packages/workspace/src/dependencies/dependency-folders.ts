import { dirname, join } from "node:path";
import { isFolder } from "@llmch/files";
import { ignoredAmong } from "../git/ignored.ts";
import type { Repository } from "../git/repository.ts";

/** The names of dependency folders unless configured otherwise (contract §6). */
export const DEPENDENCY_NAMES: readonly string[] = ["node_modules", ".venv", "venv"];

/**
 * The dependency folders of the user's checkout that the repo ignores: those with these names, beside a tracked file or in a
 * folder above one (contract §6). POSIX paths from the root.
 */
export const findDependencyFolders = async (
  repo: Pick<Repository, "root" | "git">,
  trackedFiles: readonly string[],
  names: readonly string[] = DEPENDENCY_NAMES,
  submodules: readonly string[] = [],
): Promise<readonly string[]> => {
  const ignored = await ignoredAmong(repo.git, foldersNamed(names, repo.root, trackedFiles, submodules));
  return [...ignored];
};

/**
 * The folders with one of the names (or paths) that are beside a tracked file or in a folder above one, and contain no tracked file and no
 * submodule. What is in a submodule does not count.
 */
export const foldersNamed = (
  names: readonly string[],
  root: string,
  trackedFiles: readonly string[],
  submodules: readonly string[] = [],
): readonly string[] => {
  const tracked = new Set<string>();
  for (const file of [...trackedFiles, ...submodules]) {
    for (let folder = dirname(file); !tracked.has(folder); folder = dirname(folder)) tracked.add(folder);
  }
  tracked.add(".");
  const taken = new Set([...tracked, ...submodules]);
  const found: string[] = [];
  for (const folder of tracked) {
    for (const name of names) {
      const path = folder === "." ? name : `${folder}/${name}`;
      if (!taken.has(path) && isFolder(join(root, path))) found.push(path);
    }
  }
  return found;
};
