import { countsOf, printable } from "@llmch/text";

/** So many files of one folder are named; of more, the folder is. */
const MOST_NAMED = 5;
const MOST_PLACES = 20;

/** Files that commands changed behind the proposal's back: `dist/ (218 files), a.txt changed …`, or each of them. */
export const driftInWords = (drift: readonly string[], { isWhole } = { isWhole: false }): string => {
  const places = isWhole ? drift : foldedPaths(drift);
  const most = isWhole ? places.length : MOST_PLACES;
  const more = places.length > most ? ` and ${places.length - most} more` : "";
  return `${places.slice(0, most).map(printable).join(", ")}${more} changed outside the proposal; not committed`;
};

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
