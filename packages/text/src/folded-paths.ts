import { byCodePoint } from "./code-point-order.ts";
import { counted } from "./counted.ts";

const EXAMPLES = 3;

/**
 * A listing of paths, a line each, sorted by code point. Folders with very many files are told by their number and a few names; where that
 * is still too much, all folders below a certain depth are told by their number alone.
 * @param most how many lines there may be; in a repo that is very wide at its root, further ones are only counted
 * @param each how many files of its own a folder may have to be listed
 */
export const foldedPaths = (paths: readonly string[], most: number, each = 40): readonly string[] => {
  const deepest = paths.reduce((depth, path) => Math.max(depth, path.split("/").length - 1), 0);
  for (let depth = deepest; ; depth--) {
    const lines = linesDownTo(depth, paths, each);
    if (lines.length <= most) return lines;
    if (depth <= 1) return [...lines.slice(0, most), `(and ${lines.length - most} more entries)`];
  }
};

const linesDownTo = (depth: number, paths: readonly string[], each: number): readonly string[] => {
  const files = new Map<string, string[]>();
  const below = new Map<string, number>();
  for (const path of paths) {
    const names = path.split("/");
    if (names.length - 1 > depth) {
      const folder = `${names.slice(0, depth).join("/")}/`;
      below.set(folder, (below.get(folder) ?? 0) + 1);
      continue;
    }
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const known = files.get(folder);
    if (known === undefined) files.set(folder, [path]);
    else known.push(path);
  }
  const own = [...files].flatMap(([folder, inIt]) => (inIt.length > each ? [inWords(folder, inIt)] : inIt));
  const counts = [...below].map(([folder, count]) => `${folder} (${counted(count, "file")} in its folders)`);
  return [...own, ...counts].sort(byCodePoint);
};

const inWords = (folder: string, files: readonly string[]): string => {
  const names = files.slice(0, EXAMPLES).map((path) => path.slice(folder.length));
  return `${folder === "" ? "./" : folder} (${counted(files.length, "file")}: ${names.join(", ")}, …)`;
};
