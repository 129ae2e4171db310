import { lstatSync } from "node:fs";
import { join } from "node:path";
import { openRepository } from "../git/open-repository.ts";
import type { Repository } from "../git/repository.ts";
import { isSubmodule, type TreeObject } from "../git/tree.ts";

/** A submodule of a commit. */
export interface Submodule {
  /** POSIX path from the root. */
  readonly path: string;
  readonly state: SubmoduleState;
}

/** What the user's checkout has of it: the commit that the repo names, without changes or with some, another commit, or nothing. */
export type SubmoduleState = "here" | "changed" | "elsewhere" | "missing";

const known = new WeakMap<readonly TreeObject[], Promise<readonly Submodule[]>>();

/** The submodules of a commit's tree, each compared with the user's checkout once. */
export const submodulesOf = (repo: Repository, entries: readonly TreeObject[]): Promise<readonly Submodule[]> => {
  const found =
    known.get(entries) ??
    Promise.all(
      entries.filter(isSubmodule).map(async ({ path, id }) => ({ path, state: await stateOf(repo, path, id) })),
    );
  known.set(entries, found);
  return found;
};

const stateOf = async ({ root, env }: Repository, path: string, id: string): Promise<SubmoduleState> => {
  const folder = join(root, path);
  const opened = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? await openRepository(folder, env) : null;
  // Git takes an empty folder for a part of the repo around it.
  if (opened?.ok !== true || opened.value.root !== folder) return "missing";
  if ((await opened.value.head()).commit !== id) return "elsewhere";
  return (await opened.value.dirtyPaths([])).length === 0 ? "here" : "changed";
};
