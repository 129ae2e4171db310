import { byCodePoint, countsOf, foldedPaths } from "@llmch/text";
import { isPassedOver } from "./passed-over.ts";
import { fitting, oneLine, type Room } from "./quoted-lines.ts";

/** The most paths of folders that the spec names, which are listed singly. */
const MOST_NAMED = 60;
/** The share of the room for these, if the rest must be folded. */
const FOR_NAMED = 0.4;

/**
 * The paths of a repo: all of them if so many may be listed and fit; else those in folders that a spec names, or beside a file that it
 * names, and the others folded until they fit.
 */
export const shownListing = (listing: readonly string[], spec: string, most: number, room: Room): readonly string[] => {
  const all = [...listing].sort(byCodePoint).map(oneLine);
  if (all.length <= most && fitting(all, room) === all.length) return all;
  const inFolders = listing.filter(inNamedFolder(spec)).sort(byCodePoint).slice(0, Math.min(MOST_NAMED, most));
  const named = inFolders.slice(0, fitting(inFolders.map(oneLine), room * FOR_NAMED));
  const others = listing.filter((path) => !named.includes(path));
  for (let lines = most - named.length; lines > 0; lines = Math.floor(lines * 0.8)) {
    const shown = [...named, ...foldedPaths(others, lines)].map(oneLine);
    if (fitting(shown, room) === shown.length) return shown;
  }
  return named.map(oneLine);
};

const FOLDER = /[\w.@+-]+(?:\/[\w.@+-]+)*\/|[\w.@+-]+(?:\/[\w.@+-]+)+/g;

const inNamedFolder = (spec: string): ((path: string) => boolean) => {
  const found = spec.replace(/\w+:\/\/\S+/g, " ").match(FOLDER) ?? [];
  const folders = new Set(found.flatMap((name) => [name.replace(/\/$/, ""), name.slice(0, name.lastIndexOf("/"))]));
  return (path) => folders.has(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
};

const PATH = /[\w@+-](?:[\w.@+/-]*[\w@+-])?/g;
const MOST_FILES = 20;

/** The files that a spec names: by their path, or by a name with a point that only one of them has. */
export const namedFiles = (listing: readonly string[], spec: string): readonly string[] => {
  const words = new Set(spec.replace(/\w+:\/\/\S+/g, " ").match(PATH) ?? []);
  const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const counts = countsOf(listing.map(baseName));
  const isNamed = (path: string) => {
    const name = baseName(path);
    return words.has(path) || (name.includes(".", 1) && counts.get(name) === 1 && words.has(name));
  };
  return listing
    .filter((path) => isNamed(path) && !isPassedOver(path))
    .sort(byCodePoint)
    .slice(0, MOST_FILES);
};
