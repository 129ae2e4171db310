import { mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeTree } from "@llmch/files";
import { copyEntries } from "../dependencies/folder-copy.ts";
import { relocate } from "../dependencies/relocation.ts";
import { createGit, gitProgram } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { OwnTree } from "./own-tree.ts";

/**
 * Clones the repo as its user would, in a folder of the same name, and fills the clone with the files and dependencies of llmch's tree, which
 * is at the commit. It borrows the user's objects. Gives its root, alone in a folder; null if that does not work.
 */
export const makePlainClone = async (
  { root: checkout, gitDir, commonDir, env }: Pick<Repository, "root" | "gitDir" | "commonDir" | "env">,
  { folder, root: tree, dependencies, alias }: Pick<OwnTree, "folder" | "root" | "dependencies" | "alias">,
  commit: string,
  signal: AbortSignal,
): Promise<string | null> => {
  const root = join(folder, "_clone", basename(checkout));
  const notFrom = [checkout, gitDir, commonDir, folder];
  const program = gitProgram(env, notFrom);
  if (program === null) return null;
  const git = (directory: string, own: { readonly gitDir?: string } = {}) =>
    createGit({ program, directory, notFrom, env, ...own, view: () => ({ settings: NO_HOOKS, commonDir: null }) });
  try {
    mkdirSync(dirname(root));
    const clone = ["clone", "--quiet", "--shared", "--no-checkout", "--template=", checkout, root];
    const made = await git(folder).run(clone, { environment: { GIT_ALLOW_PROTOCOL: "file" }, signal });
    if (made.exitCode !== 0) throw new Error(made.stderr);
    const filled = await git(root, { gitDir: join(root, ".git") }).runAll([
      ["update-ref", "HEAD", commit],
      ["read-tree", "HEAD"],
    ]);
    if (filled.exitCode !== 0) throw new Error(filled.stderr);
    const names = readdirSync(tree).filter((name) => name !== ".git");
    await copyEntries(tree, names, root, { aside: folder, stop: signal, env, notFrom });
    for (const path of dependencies.paths())
      relocate(join(root, path), {
        ...{ from: join(tree, path), origin: alias === null ? tree : checkout },
        ...{ tree: root, seat: root, path },
      });
    return root;
  } catch {
    removeTree(dirname(root));
    return null;
  }
};

const NO_HOOKS = [["core.hooksPath", "/dev/null"]] as const;
