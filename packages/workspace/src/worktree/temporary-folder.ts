import { mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, newOwnedName, temporaryDirectory } from "@llmch/files";
import type { Repository } from "../git/repository.ts";

/** The folders in which to make worktrees, the best first: never inside the user's checkout (contract §6). */
export const temporaryRoots = ({
  root,
  commonDir,
  env,
}: Pick<Repository, "root" | "commonDir" | "env">): readonly string[] => {
  const found = new Set<string>();
  for (const candidate of [temporaryDirectory(env), "/tmp", "/var/tmp", dirname(root)]) {
    if (!statSync(candidate, { throwIfNoEntry: false })?.isDirectory()) continue;
    const real = realpathSync(candidate);
    if (!isInside(root, real) && !isInside(commonDir, real)) found.add(real);
  }
  return [...found];
};

/** Makes a folder for this process alone, readable only by its user. Throws if no place is writable. */
export const makeTemporaryFolder = (repo: Pick<Repository, "root" | "commonDir" | "env">): string => {
  const roots = temporaryRoots(repo);
  for (const root of roots) {
    const folder = join(root, newOwnedName());
    try {
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`no temporary folder can be written (tried ${roots.join(", ")})`);
};
