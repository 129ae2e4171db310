import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "@llmch/files";
import { byCodePoint } from "@llmch/text";
import type { Repository } from "../git/repository.ts";
import { filesOf, isSubmodule } from "../git/tree.ts";
import { findDependencyFolders } from "./dependency-folders.ts";
import { TOOL_CACHES } from "./folder-copy.ts";
import { submodulesOf } from "./submodules.ts";

/**
 * What of the user's checkout commands see beside a commit's files, one line each: the entries of its dependency folders, and the submodules
 * that it lacks. Every installer leaves a trace there; what is edited by hand deep in a package is not noticed.
 * @param names of dependency folders
 */
export const dependencyState = async (
  repo: Pick<Repository, "root" | "env" | "git" | "trees">,
  commit: string,
  names: readonly string[],
): Promise<readonly string[]> => {
  const entries = await repo.trees.entriesOf(commit);
  const gitlinks = entries.filter(isSubmodule).map(({ path }) => path);
  const lacking = (await submodulesOf(repo, entries)).flatMap(({ path, git }) => (git === null ? [path] : []));
  const state: string[] = [];
  for (const path of await findDependencyFolders(repo, filesOf(entries), names, gitlinks)) {
    for (const line of linesOf(join(repo.root, path))) state.push(`${path}/${line}`);
  }
  return [...state.sort(byCodePoint), ...lacking.map((path) => `${path} is not there`)];
};

const linesOf = (folder: string): readonly string[] => {
  const lines: string[] = [];
  for (const name of namesIn(folder)) {
    if (TOOL_CACHES.has(name)) continue;
    const standing = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
    lines.push(`${name} ${standing?.ino} ${standing?.mtimeNs}`);
  }
  return [...lines, ...packagesBelow(folder)];
};

/** What is installed in a virtual environment; importing a package changes the times in it. */
const packagesBelow = (folder: string): readonly string[] =>
  namesIn(join(folder, "lib")).flatMap((python) => {
    const place = join("lib", python, "site-packages");
    return namesIn(join(folder, place))
      .filter((name) => name !== "__pycache__")
      .map((name) => `${place}/${name} ${lstatSync(join(folder, place, name), { throwIfNoEntry: false })?.ino}`);
  });
