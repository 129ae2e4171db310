import { chmodSync, type Dirent, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { entriesIn, errnoOf, removeTree, removeTreeInTurns, startTurns, type Turns, temporaryName } from "@llmch/files";
import { isSubmodule, type TreeEntry } from "../git/tree.ts";

/** What may stay in a tree when it is cleaned. */
interface Layout {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Empty directories, except for those whose files are kept. */
  readonly submodules: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/**
 * Removes everything that is not in the baseline, as `git clean -ffdx` does: untracked and ignored files, nested repos, empty
 * folders, and whatever is in a tracked file's place. `kept` folders stay. It visits only llmch's tree, by name, and follows no
 * link; unlike git it cannot be led to another tree.
 */
export const cleanTree = async (
  root: string,
  entries: readonly TreeEntry[],
  kept: readonly string[],
): Promise<void> => {
  const turns = startTurns();
  const { files, folders, submodules } = await layoutOf(entries, turns);
  const around = new Set(folders);
  for (const path of kept) addFoldersOf(path, around);
  await cleanFolder(root, "", turns, { files, folders: around, submodules, kept: new Set(kept) });
};

/** One tree is cleaned many times, and computing its layout is most of the work. */
const layouts = new WeakMap<readonly TreeEntry[], Omit<Layout, "kept">>();

const layoutOf = async (entries: readonly TreeEntry[], turns: Turns): Promise<Omit<Layout, "kept">> => {
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

const addFoldersOf = (path: string, folders: Set<string>): void => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
};

const cleanFolder = async (root: string, prefix: string, turns: Turns, layout: Layout): Promise<void> => {
  for (const entry of await entriesOf(`${root}/${prefix}`, turns)) {
    if (turns.isOver()) await turns.take();
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
        await cleanFolder(root, `${path}/`, turns, layout);
        continue;
      }
    } else if (layout.files.has(path) && (entry.isFile() || entry.isSymbolicLink())) continue;
    await removeTreeInTurns(`${root}/${path}`, turns);
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

const entriesOf = async (folder: string, turns: Turns): Promise<readonly Dirent[]> => {
  try {
    return await entriesIn(folder, turns);
  } catch (fault) {
    if (errnoOf(fault) !== "EACCES") throw fault;
    chmodSync(folder, 0o755);
    return entriesIn(folder, turns);
  }
};
