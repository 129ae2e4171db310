import { mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, newOwnedName, temporaryDirectory } from "@llmch/files";
import type { Repository } from "../git/repository.ts";

/** The folders under which worktrees are made, the best first: never inside the user's checkout (contract §6). */
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

/** Makes a folder of our own, for this process and readable by its user alone. Throws where no place takes one. */
export const makeTemporaryFolder = (repo: Pick<Repository, "root" | "commonDir" | "env">): string => {
  const roots = temporaryRoots(repo);
  for (const root of roots) {
    const folder = join(root, newOwnedName());
    try {
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch {
      // The next one may take it.
    }
  }
  throw new Error(`no temporary folder can be written (tried ${roots.join(", ")})`);
};
