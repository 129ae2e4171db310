import { arch, platform } from "node:process";
import { canonicalJson, pathPattern, repoPath, sha256Hex } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import type { Worktree } from "@llmch/workspace";

/**
 * The key of an installation: the same commands, folders, lockfiles and submodules on the same kind of machine give the same key. Null if there is
 * nothing to install.
 */
export const setupKey = async (
  { commands, folders, lockfiles }: Pick<SetupSettings, "commands" | "folders" | "lockfiles">,
  worktree: Pick<Worktree, "trackedFiles" | "submodules" | "inspect">,
): Promise<string | null> => {
  if (commands.length === 0) return null;
  const patterns = lockfiles.map(pathPattern);
  const hashes: [string, string][] = [];
  for (const path of await worktree.trackedFiles()) {
    if (!patterns.some((fits) => fits(path))) continue;
    const safe = repoPath(path);
    const state = safe === null ? null : await worktree.inspect(safe);
    if (state?.kind === "file") hashes.push([path, state.sha256]);
  }
  const submodules = worktree.submodules().map(({ path, id }) => [path, id]);
  const key = { format: 1, commands, folders, platform, arch, lockfiles: hashes };
  return sha256Hex(canonicalJson(submodules.length === 0 ? key : { ...key, submodules }));
};
