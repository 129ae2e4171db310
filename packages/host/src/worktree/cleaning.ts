import { chmodSync, type Dirent, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../files/errno.ts";
import { removeTree } from "../files/remove-tree.ts";
import { decodeUtf8 } from "../files/text-file.ts";
import { isSubmodule, type TreeEntry } from "../git/tree.ts";

/** What may stay in a tree when it is cleaned. */
interface Layout {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Empty directories in a worktree that has no submodules checked out. */
  readonly submodules: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/**
 * Removes all that the baseline does not hold, as `git clean -ffdx` does: untracked and ignored files, nested
 * repositories, empty folders, and what stands in a tracked file's place. `kept` folders stay. It goes through our tree
 * alone, by name, and follows no link; unlike git it cannot be led to another tree.
 */
export const cleanTree = (root: string, entries: readonly TreeEntry[], kept: readonly string[]): void => {
  const files = entries.filter((entry) => !isSubmodule(entry)).map(({ path }) => path);
  const folders = new Set<string>();
  for (const path of [...entries.map((entry) => entry.path), ...kept]) {
    for (let folder = dirname(path); folder !== "." && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  const submodules = new Set(entries.filter(isSubmodule).map(({ path }) => path));
  cleanFolder(root, "", { files: new Set(files), folders, submodules, kept: new Set(kept) });
};

const cleanFolder = (root: string, prefix: string, layout: Layout): void => {
  for (const entry of entriesOf(`${root}/${prefix}`)) {
    const name = decodeUtf8(entry.name);
    if (name === null) {
      // Tracked or not, we cannot tell; git puts a tracked one back.
      rmSync(Buffer.concat([Buffer.from(`${root}/${prefix}`), entry.name]), { recursive: true, force: true });
      continue;
    }
    const path = prefix + name;
    if (path === ".git") continue;
    if (entry.isDirectory()) {
      if (layout.kept.has(path)) continue;
      if (layout.folders.has(path)) {
        cleanFolder(root, `${path}/`, layout);
        continue;
      }
    } else if (layout.files.has(path) && (entry.isFile() || entry.isSymbolicLink())) continue;
    removeTree(`${root}/${path}`);
    if (layout.submodules.has(path)) mkdirSync(`${root}/${path}`);
  }
};

const entriesOf = (folder: string): Dirent<Buffer>[] => {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  } catch (fault) {
    if (errnoOf(fault) !== "EACCES") throw fault;
    chmodSync(folder, 0o755);
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  }
};
