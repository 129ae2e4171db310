import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "@llmch/files";
import { makeTemporaryFolder } from "../places/temporary-folder.ts";
import { type GitCall, PRINTED } from "./git.ts";
import type { Repository } from "./repository.ts";
import type { TreeChange } from "./tree.ts";

/** A commit that no ref names, so `git gc` eventually removes it. */
export interface Fold {
  readonly commit: string;
  readonly tree: string;
}

/**
 * Applies changes to a commit, one layer after the other; a later layer wins at its path, even if an earlier one has a file in
 * place of its folder. The same base and layers make the same commit, whoever runs it and whenever. Does not touch the user's
 * index or checkout. Throws if git fails.
 */
export const foldOnto = async (
  repo: Pick<Repository, "git" | "trees" | "root" | "commonDir" | "env">,
  base: string,
  layers: readonly (readonly TreeChange[])[],
): Promise<Fold> => {
  const folder = makeTemporaryFolder(repo);
  try {
    const environment = { ...FIXED, GIT_INDEX_FILE: join(folder, "index") };
    const inputFile = join(folder, "layers");
    writeFileSync(inputFile, indexLines(layers, base.length), { mode: 0o600 });
    const made = await repo.git.runAll(callsFor(base), { environment, inputFile });
    const [tree = "", commit = ""] = made.stdout.toString().split("\n");
    if (made.exitCode !== 0 || tree === "" || commit === "")
      throw new Error(`changes cannot be laid on ${base}: ${made.stderr}`);
    repo.trees.made(commit, tree);
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

/** What the user's sparse checkout leaves out is part of the tree. */
const WHOLE = ["-c", "core.sparseCheckout=false"] as const;

/** Git makes way for each added file, and a removal never removes a folder, so the order within a layer does not matter. */
const indexLines = (layers: readonly (readonly TreeChange[])[], idLength: number): string =>
  layers
    .flat()
    .map(
      (change) =>
        `${change.mode === null ? `0 ${"0".repeat(idLength)}` : `${change.mode} ${change.id}`}\t${change.path}\0`,
    )
    .join("");

const WHO = { NAME: "llmch", EMAIL: "llmch@localhost", DATE: "@0 +0000" } as const;

/** Makes a commit the same whoever makes it, and whenever. */
export const FIXED: Readonly<Record<string, string>> = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(WHO).map(([key, value]) => [`GIT_${role}_${key}`, value])),
);
