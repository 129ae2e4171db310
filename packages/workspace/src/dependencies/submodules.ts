import { lstatSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, realLocation } from "@llmch/files";
import type { Git } from "../git/git.ts";
import { checkoutAround } from "../git/git-folders.ts";
import { gitIn } from "../git/open-repository.ts";
import type { Repository } from "../git/repository.ts";
import { isSubmodule, readTree, type TreeObject } from "../git/tree.ts";

/** A submodule of a commit, or of another submodule. */
export interface Submodule {
  /** POSIX path from the root. */
  readonly path: string;
  /** The commit that the repo around it names. */
  readonly commit: string;
  /** Git in the user's checkout of it; null if that lacks the commit. Nothing is fetched. */
  readonly git: Git | null;
}

const known = new WeakMap<readonly TreeObject[], Promise<readonly Submodule[]>>();

/** The submodules of a commit's tree, each before its own; looked for in the user's checkout once. */
export const submodulesOf = (
  repo: Pick<Repository, "root" | "env">,
  entries: readonly TreeObject[],
): Promise<readonly Submodule[]> => {
  const found = known.get(entries) ?? submodulesBelow(repo, "", entries);
  known.set(entries, found);
  return found;
};

const submodulesBelow = async (
  repo: Pick<Repository, "root" | "env">,
  prefix: string,
  entries: readonly TreeObject[],
): Promise<readonly Submodule[]> => {
  const found: Submodule[] = [];
  for (const { path: name, id: commit } of entries.filter(isSubmodule)) {
    const path = prefix + name;
    const git = await gitWith(commit, join(repo.root, path), repo.env);
    found.push({ path, commit, git });
    if (git !== null) found.push(...(await submodulesBelow(repo, `${path}/`, await readTree(git, commit))));
  }
  return found;
};

const gitWith = async (commit: string, folder: string, env: Repository["env"]): Promise<Git | null> => {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  // Git takes an empty folder for a part of the repo around it.
  if (checkoutAround(folder)?.root !== realLocation(folder)) return null;
  const git = await gitIn(folder, env);
  return (await git?.read("cat-file", "-e", `${commit}^{tree}`))?.ok === true ? git : null;
};

/** A submodule's files as its commit has them. */
export interface ExportedSubmodule {
  /** POSIX path from the root. */
  readonly path: string;
  /** The folder with them, real and absolute. */
  readonly from: string;
}

/**
 * Writes the files of a commit's submodules into a folder of llmch's, without what the user changed or keeps there besides. Those of a
 * submodule's own submodules are in it. Throws if git cannot write them.
 */
export const exportSubmodules = async (
  repo: Pick<Repository, "root" | "env">,
  entries: readonly TreeObject[],
  folder: string,
  signal: AbortSignal,
): Promise<readonly ExportedSubmodule[]> => {
  const submodules = await submodulesOf(repo, entries);
  const places = new Map<string, string>();
  for (const [index, { path, commit, git }] of submodules.entries()) {
    if (git === null) continue;
    const outer = [...places.keys()].find((each) => path.startsWith(`${each}/`));
    const to =
      outer === undefined
        ? join(folder, `submodule-${index}`)
        : join(places.get(outer) ?? "", path.slice(outer.length + 1));
    makeDirectory(to);
    const environment = { GIT_INDEX_FILE: join(folder, `submodule-${index}.index`) };
    const written = await git.runAll(
      [
        ["read-tree", commit],
        ["checkout-index", "--all", "--force", `--prefix=${to}/`],
      ],
      { environment, signal },
    );
    if (written.exitCode !== 0) throw new Error(`the submodule ${path} cannot be written: ${written.stderr}`);
    if (outer === undefined) places.set(path, to);
  }
  return [...places].map(([path, from]) => ({ path, from }));
};
