import { constants, copyFileSync, lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileState } from "@llmch/contract";
import { temporaryName } from "@llmch/files";
import { unlinkInTree } from "../files/file-change.ts";
import { inspectFile } from "../files/file-state.ts";
import { type FilteredFiles, looksAt } from "../git/filtered-files.ts";
import type { Git } from "../git/git.ts";
import type { TreeEntry } from "../git/tree.ts";

/** Files that a filter of the user's makes of what git keeps, in llmch's tree as they stand in the checkout: commands see them so. */
export interface BroughtFiles {
  /** What git keeps of a file that is brought; undefined for any other. */
  stored(path: string): FileState | undefined;
  /** Those that commands changed: git does not look at them. */
  altered(): readonly string[];
  /** Has git make those again that are altered or not for these entries, when it checks them out next. */
  leave(git: Git, entries: readonly TreeEntry[]): Promise<void>;
  /** Brings those that are not there, right after git has checked the entries out. */
  bring(git: Git, entries: readonly TreeEntry[]): Promise<void>;
  /** The index is new. */
  forget(): void;
}

const sha256Of = (tree: string, path: string): string | null => {
  const state = inspectFile(tree, path, new Set());
  return state.kind === "file" ? state.sha256 : null;
};

export const bringFiltered = (checkout: string, root: string, { standing }: FilteredFiles): BroughtFiles => {
  const brought = new Map<string, { readonly stored: FileState; readonly looks: string | null }>();
  const isFor = (each: TreeEntry): boolean => "id" in each && standing.get(each.path)?.id === each.id;
  const altered = () =>
    [...brought].filter(([path, { looks }]) => looksAt(join(root, path)) !== looks).map(([path]) => path);
  const mark = async (git: Git, flag: string, paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return;
    const marked = await git.run(["update-index", flag, "-z", "--stdin"], { input: `${paths.join("\0")}\0` });
    if (marked.exitCode !== 0) throw new Error(`the index of the worktree cannot be marked: ${marked.stderr}`);
  };
  const bringOne = (path: string): boolean => {
    const [from, to] = [join(checkout, path), join(root, path)];
    // Somebody has changed it since.
    if (looksAt(from) !== standing.get(path)?.looks || looksAt(to) === null) return false;
    const stored = inspectFile(root, path, new Set());
    const isSame = lstatSync(from).size === lstatSync(to).size && sha256Of(checkout, path) === sha256Of(root, path);
    if (isSame) return false;
    const copy = join(dirname(to), temporaryName());
    copyFileSync(from, copy, constants.COPYFILE_FICLONE);
    renameSync(copy, to);
    brought.set(path, { stored, looks: looksAt(to) });
    return true;
  };
  return {
    stored: (path) => brought.get(path)?.stored,
    altered,
    leave: async (git, entries) => {
      if (brought.size === 0) return;
      const kept = new Set(entries.filter(isFor).map(({ path }) => path));
      for (const path of altered()) kept.delete(path);
      const left = [...brought.keys()].filter((path) => !kept.has(path));
      await mark(git, "--no-skip-worktree", left);
      for (const path of left) {
        unlinkInTree(root, path);
        brought.delete(path);
      }
    },
    bring: async (git, entries) => {
      if (standing.size === 0) return;
      const missing = entries.filter((each) => isFor(each) && !brought.has(each.path)).map(({ path }) => path);
      await mark(git, "--skip-worktree", missing.filter(bringOne));
    },
    forget: () => brought.clear(),
  };
};
