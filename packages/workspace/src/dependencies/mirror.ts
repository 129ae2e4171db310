import { type Dirent, existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside, makeDirectory, removeTree } from "@llmch/files";
import { TOOL_CACHES } from "./folder-copy.ts";

/**
 * Mirrors a dependency folder of the user's in llmch's tree: a real directory (a pattern such as `node_modules/` does not match a
 * link) whose entries are links. A link into the user's checkout leads to the same place in llmch's tree, so that a workspace's
 * packages are those of the tree; everything else leads to the user's own entry (contract §6). Replaces what is there.
 * @param path POSIX path from the root, the same in both trees
 * @param seen by what path commands see the checkout
 */
export const mirrorFolder = (checkout: string, tree: string, path: string, seen = checkout): void => {
  removeTree(join(tree, path));
  if (!existsSync(join(checkout, path))) return;
  makeDirectory(dirname(join(tree, path)));
  copyEntries(realpathSync(join(checkout, path)), join(tree, path), { checkout, tree, seen });
};

interface Trees {
  readonly checkout: string;
  readonly tree: string;
  readonly seen: string;
}

const copyEntries = (from: string, to: string, trees: Trees): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (TOOL_CACHES.has(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (holdsLinks(entry, from)) copyEntries(source, target, trees);
    else symlinkSync(entry.isSymbolicLink() ? linkTo(source, target, trees) : seenAt(source, trees), target);
  }
};

/** Scopes and `.bin` contain links themselves. */
const holdsLinks = (entry: Dirent, folder: string): boolean =>
  entry.isDirectory() && basename(folder) === "node_modules" && (entry.name.startsWith("@") || entry.name === ".bin");

const seenAt = (path: string, { checkout, seen }: Trees): string =>
  isInside(checkout, path) ? join(seen, relative(checkout, path)) : path;

const linkTo = (source: string, link: string, { checkout, tree }: Trees): string => {
  const target = resolve(dirname(source), readlinkSync(source));
  // Commands may see the tree elsewhere.
  return isInside(checkout, target) ? relative(dirname(link), join(tree, relative(checkout, target))) : target;
};
