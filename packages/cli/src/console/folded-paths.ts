import { countsOf } from "@llmch/app/drawing";

/** So many files of one folder are named; of more, the folder is. */
const MOST_NAMED = 5;

/** Paths in their order. Those of a folder at the root with more than five of them are one entry: `dist/ (218 files)`. */
export const foldedPaths = (paths: readonly string[]): readonly string[] => {
  const counts = countsOf(paths.map(folderOf));
  const entries = paths.map((path) => {
    const folder = folderOf(path);
    const count = counts.get(folder) ?? 0;
    return folder === "" || count <= MOST_NAMED ? path : `${folder} (${count} files)`;
  });
  return [...new Set(entries)];
};

/** The folder at the root with its slash, or empty. */
const folderOf = (path: string): string => path.slice(0, path.indexOf("/") + 1);
