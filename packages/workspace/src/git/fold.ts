import { join } from "node:path";
import { decodeUtf8, removeTree } from "@llmch/files";
import { makeTemporaryFolder } from "../worktree/temporary-folder.ts";
import { type GitCall, PRINTED } from "./git.ts";
import type { Repository } from "./repository.ts";
import { byCodePoint, type TreeChange } from "./tree.ts";

/**
 * What turns the tree of one commit into that of another, sorted by code point: files, links and submodules, with no word of renames.
 * Throws if either cannot be read, or if a changed name is not UTF-8.
 */
export const changesBetween = async (
  { git, trees }: Pick<Repository, "git" | "trees">,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> => {
  const known = trees.between(from, to);
  if (known !== null) return known;
  const diff = await git.run([...DIFF, from, to, "--"]);
  if (diff.exitCode !== 0) throw new Error(`${from} and ${to} cannot be compared: ${diff.stderr}`);
  const listing = decodeUtf8(diff.stdout);
  if (listing === null) throw new Error(`between ${from} and ${to} a file changed whose name is not UTF-8`);
  const changes = parseChanges(listing).toSorted((a, b) => byCodePoint(a.path, b.path));
  trees.derived(to, from, changes);
  return changes;
};

/** What `git replace` puts in place of an object is not what lands. */
const DIFF = [
  ...["--no-replace-objects", "diff-tree", "-r", "-z", "--raw", "--full-index"],
  ...["--no-renames", "--no-relative", "--ignore-submodules=none"],
] as const;

/** `:<mode> <mode> <id> <id> <letter>`, a NUL, the path, a NUL. */
const parseChanges = (listing: string): readonly TreeChange[] => {
  const fields = listing.split("\0");
  return fields.flatMap((field, index): TreeChange[] => {
    const [, mode, id] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]$/.exec(index % 2 === 0 ? field : "") ?? [];
    const path = fields[index + 1];
    if (mode === undefined || id === undefined || path === undefined) return [];
    return [mode === NO_MODE ? { path, mode: null } : { path, mode, id }];
  });
};

const NO_MODE = "000000";

/** A commit that no ref names, so `git gc` takes it in time. */
export interface Fold {
  readonly commit: string;
  readonly tree: string;
}

/**
 * Lays changes on a commit, one layer after the other; what a later one puts at a path stands there, even where an earlier one has a
 * file in place of its folder. The same base and layers make the same commit, whoever runs it and whenever. The user's
 * index and checkout are not touched. Throws if git cannot do it.
 */
export const foldOnto = async (
  repo: Pick<Repository, "git" | "trees" | "root" | "commonDir" | "env">,
  base: string,
  layers: readonly (readonly TreeChange[])[],
): Promise<Fold> => {
  const folder = makeTemporaryFolder(repo);
  try {
    const environment = { ...FIXED, GIT_INDEX_FILE: join(folder, "index") };
    const made = await repo.git.runAll(callsFor(base), { environment, input: indexLines(layers, base.length) });
    const [tree = "", commit = ""] = made.stdout.toString().split("\n");
    if (made.exitCode !== 0 || tree === "" || commit === "")
      throw new Error(`changes cannot be laid on ${base}: ${made.stderr}`);
    repo.trees.made(commit, tree);
    repo.trees.derived(tree, base, layers.flat());
    return { commit, tree };
  } finally {
    removeTree(folder);
  }
};

const callsFor = (base: string): readonly GitCall[] => [
  [...WHOLE, "read-tree", base],
  [...WHOLE, "update-index", "-z", "--index-info"],
  [...WHOLE, "write-tree"],
  [...WHOLE, "commit-tree", PRINTED, "-p", base, "-m", "llmch: fold"],
];

/** What a sparse checkout of the user's leaves out is part of the tree. */
const WHOLE = ["--no-replace-objects", "-c", "core.sparseCheckout=false"] as const;

/** Git makes way for each file that comes, and a removal takes no folder: in which order a layer says it does not matter. */
const indexLines = (layers: readonly (readonly TreeChange[])[], idLength: number): string =>
  layers
    .flat()
    .map(
      (change) =>
        `${change.mode === null ? `0 ${"0".repeat(idLength)}` : `${change.mode} ${change.id}`}\t${change.path}\0`,
    )
    .join("");

const WHO = { NAME: "llmch", EMAIL: "llmch@localhost", DATE: "@0 +0000" } as const;

/** Whoever runs it, the commit is the same. */
const FIXED: Readonly<Record<string, string>> = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(WHO).map(([key, value]) => [`GIT_${role}_${key}`, value])),
);
