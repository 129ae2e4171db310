import { arch, platform } from "node:process";
import { canonicalJson, repoPath, sha256Hex } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import type { Worktree } from "@llmch/workspace";

/**
 * Names an installation: the same commands, folders and lockfiles on the same kind of machine make the same one. Null where
 * nothing is to be installed.
 */
export const setupKey = async (
  { commands, folders, lockfiles }: Pick<SetupSettings, "commands" | "folders" | "lockfiles">,
  worktree: Pick<Worktree, "trackedFiles" | "inspect">,
): Promise<string | null> => {
  if (commands.length === 0) return null;
  const isLockfile = matcherOf(lockfiles);
  const hashes: [string, string][] = [];
  for (const path of (await worktree.trackedFiles()).filter(isLockfile)) {
    const safe = repoPath(path);
    const state = safe === null ? null : await worktree.inspect(safe);
    if (state?.kind === "file") hashes.push([path, state.sha256]);
  }
  return sha256Hex(canonicalJson({ format: 1, commands, folders, platform, arch, lockfiles: hashes }));
};

/** A pattern with a slash is a path, one without a name at any depth; `*` is anything within a name. */
export const matcherOf = (patterns: readonly string[]): ((path: string) => boolean) => {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const sources = patterns.map((pattern) => {
    const source = pattern.split("*").map(literal).join("[^/]*");
    return pattern.includes("/") ? `^${source}$` : `(?:^|/)${source}$`;
  });
  if (sources.length === 0) return () => false;
  const all = new RegExp(sources.join("|"), "u");
  return (path) => all.test(path);
};
