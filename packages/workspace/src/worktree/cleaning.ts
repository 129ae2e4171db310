import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { entriesIn, removeTree, temporaryName } from "@llmch/files";
import { restoreMode } from "../files/folder-modes.ts";
import { isSubmodule, type TreeEntry } from "../git/tree.ts";

/** What may stay in a tree when it is cleaned. Submodules are empty directories, except for those whose files are kept. */
interface Kept extends Layout {
  readonly kept: ReadonlySet<string>;
  /** Of every folder that is not kept. */
  readonly mode: number;
}

/**
 * Removes everything that is not in the baseline, as `git clean -ffdx` does: untracked and ignored files, nested repos, empty
 * folders, and whatever is in a tracked file's place. `kept` folders stay as they are, and the others get their `mode` back, which
 * git does not know. It visits only llmch's tree, by name, and follows no link; unlike git it cannot be led to
 * another tree.
 */
export const cleanTree = async (
  root: string,
  entries: readonly TreeEntry[],
  { kept, mode }: { readonly kept: readonly string[]; readonly mode: number },
): Promise<void> => {
  const layout = layoutOf(entries);
  const folders = new Set(layout.folders);
  for (const path of kept) addFoldersOf(path, folders);
  await cleanFolder(root, "", { ...layout, folders, kept: new Set(kept), mode });
};

const cleanFolder = async (root: string, prefix: string, layout: Kept): Promise<void> => {
  const entries = entriesIn(`${root}/${prefix}`, (standing) =>
    restoreMode(root, prefix.slice(0, -1), standing, () => layout.mode),
  );
  for (const entry of entries) {
    const { name } = entry;
    const path = prefix + name;
    if (path === ".git") continue;
    if (name.includes(UNDECODED)) {
      // It may or may not be tracked; git restores a tracked one.
      removeUndecoded(`${root}/${prefix}`, name);
      continue;
    }
    if (entry.isDirectory()) {
      if (layout.kept.has(path)) continue;
      if (layout.folders.has(path)) {
        await cleanFolder(root, `${path}/`, layout);
        continue;
      }
    } else if (layout.files.has(path) && (entry.isFile() || entry.isSymbolicLink())) continue;
    removeTree(`${root}/${path}`);
    if (layout.submodules.has(path)) mkdirSync(`${root}/${path}`);
  }
};

/** Replaces bytes in a name that are not UTF-8. */
const UNDECODED = "\ufffd";

/** Removes entries whose name decodes to this one. */
const removeUndecoded = (folder: string, name: string): void => {
  for (const bytes of readdirSync(folder, { encoding: "buffer" })) {
    if (bytes.toString() !== name) continue;
    const named = join(folder, temporaryName());
    renameSync(Buffer.concat([Buffer.from(folder), bytes]), named);
    removeTree(named);
  }
};

/** What a commit's tree consists of, by path. */
export interface Layout {
  readonly files: ReadonlySet<string>;
  /** Each after the one around it. */
  readonly folders: ReadonlySet<string>;
  readonly submodules: ReadonlySet<string>;
}

/** One tree is cleaned many times, and computing its layout is most of the work. */
const layouts = new WeakMap<readonly TreeEntry[], Layout>();

export const layoutOf = (entries: readonly TreeEntry[]): Layout => {
  const known = layouts.get(entries);
  if (known !== undefined) return known;
  const [files, folders, submodules] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const entry of entries) {
    (isSubmodule(entry) ? submodules : files).add(entry.path);
    addFoldersOf(entry.path, folders);
  }
  const layout = { files, folders, submodules };
  layouts.set(entries, layout);
  return layout;
};

/** Adds the folders that lead to a path. */
const addFoldersOf = (path: string, folders: Set<string>): void => {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder === "" || folders.has(folder)) return;
  addFoldersOf(folder, folders);
  folders.add(folder);
};
