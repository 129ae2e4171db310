import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Repository } from "../git/repository.ts";

const NAMES = ["node_modules", ".venv", "venv"] as const;

/**
 * The dependency folders of the user's checkout that the repo ignores: `node_modules`, `.venv` and `venv` beside any
 * tracked file or above one (contract §6). POSIX paths from the root.
 */
export const findDependencyFolders = async (
  repo: Pick<Repository, "root" | "git">,
  trackedFiles: readonly string[],
): Promise<readonly string[]> => {
  const tracked = new Set<string>();
  for (const file of trackedFiles) {
    for (let folder = dirname(file); !tracked.has(folder); folder = dirname(folder)) tracked.add(folder);
  }
  tracked.add(".");
  const found: string[] = [];
  for (const folder of tracked) {
    for (const name of NAMES) {
      const path = folder === "." ? name : `${folder}/${name}`;
      if (!tracked.has(path) && isFolder(join(repo.root, path))) found.push(path);
    }
  }
  if (found.length === 0) return [];
  const checked = await repo.git.run(["check-ignore", "-z", "--stdin"], { input: `${found.join("\0")}\0` });
  return checked.stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "");
};

const isFolder = (path: string): boolean => {
  const standing = lstatSync(path, { throwIfNoEntry: false });
  return standing?.isSymbolicLink()
    ? statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    : standing?.isDirectory() === true;
};
