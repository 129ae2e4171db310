import { join } from "node:path";
import { type FileState, repoPath } from "@llmch/contract";
import { isInside, realLocation } from "@llmch/files";
import { accepted, type Refusal, type Result, refusal, rejected, SHA256_OF_NOTHING } from "@llmch/text";
import { makeWay, writeFileInTree } from "../files/file-change.ts";
import { inspectFile } from "../files/file-state.ts";
import { looksOf } from "../files/snapshot.ts";
import { ignoredAmong } from "../git/ignored.ts";
import type { Repository } from "../git/repository.ts";

const NO_SUBMODULES: ReadonlySet<string> = new Set();

/** Files of the user's checkout that are copied into llmch's tree. */
export interface CopiedFiles {
  /** True for a file that is there because it was copied. */
  has(path: string): boolean;
  /** Copies those that are not in the tree, since whatever cleans it removes them. Throws if one cannot be copied. */
  bring(): void;
  /** Copies those anew that commands changed since, and gives them. */
  putBack(): readonly string[];
}

/**
 * Copies regular files that the repo ignores; others are in the tree already, or are nobody's. One that is not there is left out. Throws if
 * a path leads through a link or into a submodule.
 */
export const copyFiles = async (
  repo: Pick<Repository, "root" | "git">,
  root: string,
  paths: readonly string[],
  submodules: readonly string[],
): Promise<CopiedFiles> => {
  const brought = new Map<string, string>();
  const names = await ignoredAmong(repo.git, paths);
  const stateIn = (tree: string, path: string): FileState => inspectFile(tree, path, new Set(submodules));
  const bring = (): void => {
    for (const name of names) {
      const path = repoPath(name);
      const state = stateIn(repo.root, name);
      if (state.kind === "blocked") throw new Error(cannotBring(name, state.why));
      if (path === null || state.kind !== "file" || state.data === null || stateIn(root, path).kind !== "missing")
        continue;
      const { data: content, executable } = state;
      const written = writeFileInTree(root, {
        kind: "write",
        path,
        content,
        baseSha256: SHA256_OF_NOTHING,
        executable,
      });
      if (!written.ok) throw new Error(`setup.copy: ${written.issues[0]}`);
      brought.set(path, looksOf(root, path));
    }
  };
  return {
    has: (path) => brought.has(path),
    bring: () => {
      brought.clear();
      bring();
    },
    putBack: () => {
      const changed = [...brought].filter(([path, looks]) => looksOf(root, path) !== looks).map(([path]) => path);
      for (const path of changed) makeWay(root, path);
      if (changed.length > 0) bring();
      return changed;
    },
  };
};

/** What commands see of these files, as part of what their result depends on. */
export const copiedState = async (
  { root, git }: Pick<Repository, "root" | "git">,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const ignored = await ignoredAmong(git, paths);
  return [...ignored].map((path) => {
    const state = inspectFile(root, path, NO_SUBMODULES);
    return `${path} ${state.kind === "file" ? state.sha256 : "is not there"}`;
  });
};

/**
 * What the setting names and does not bring, a few words each. Refuses a path that leads through a link or out of the repo.
 * @param kept absolute paths that no command may see
 */
export const judgeCopies = async (
  { root, git }: Pick<Repository, "root" | "git">,
  paths: readonly string[],
  kept: readonly string[],
): Promise<Result<readonly string[], Refusal>> => {
  const isKept = (path: string) => kept.some((place) => isInside(realLocation(place), join(root, path)));
  const states = paths.map((path) => ({ path, state: inspectFile(root, path, NO_SUBMODULES) }));
  for (const { path, state } of states) {
    const hint = "name a regular file of this repo, or take the path out of `setup.copy`";
    const why = isKept(path) ? "llmch keeps it for itself" : state.kind === "blocked" ? state.why : null;
    if (why !== null) return rejected(refusal("bad-settings", cannotBring(path, why), hint));
  }
  const ignored = await ignoredAmong(git, paths);
  const left = states.flatMap(({ path, state }) => {
    if (state.kind === "missing") return `${path} is not there`;
    if (state.kind !== "file") return state.why;
    if (state.data === null) return `${path} is too large`;
    return ignored.has(path) ? [] : `git does not ignore ${path}`;
  });
  return accepted(left);
};

const cannotBring = (path: string, why: string): string => `setup.copy cannot bring ${path}: ${why}`;
