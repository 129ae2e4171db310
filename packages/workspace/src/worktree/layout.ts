import type { Turns } from "@llmch/files";
import { isSubmodule, type TreeEntry } from "../git/tree.ts";

/** What a commit's tree consists of, by path. */
export interface Layout {
  readonly files: ReadonlySet<string>;
  /** Each after the one around it. */
  readonly folders: ReadonlySet<string>;
  readonly submodules: ReadonlySet<string>;
}

/** One tree is cleaned many times, and computing its layout is most of the work. */
const layouts = new WeakMap<readonly TreeEntry[], Layout>();

export const layoutOf = async (entries: readonly TreeEntry[], turns: Turns): Promise<Layout> => {
  const known = layouts.get(entries);
  if (known !== undefined) return known;
  const [files, folders, submodules] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const entry of entries) {
    (isSubmodule(entry) ? submodules : files).add(entry.path);
    addFoldersOf(entry.path, folders);
    if (turns.isOver()) await turns.take();
  }
  const layout = { files, folders, submodules };
  layouts.set(entries, layout);
  return layout;
};

/** Adds the folders that lead to a path. */
export const addFoldersOf = (path: string, folders: Set<string>): void => {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder === "" || folders.has(folder)) return;
  addFoldersOf(folder, folders);
  folders.add(folder);
};
