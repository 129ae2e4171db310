import { byCodePoint, utf8Length } from "@llmch/contract";
import { fitting, oneLine, type Room } from "./quoted-lines.ts";

/** What a map shows of a repo's tree. */
export interface ShownListing {
  readonly lines: readonly string[];
  /** The number of files without a line. */
  readonly left: number;
}

/** The most lines that count omitted files. */
const MOST_FOLDERS = 100;
/** The share of the room for paths if they do not all fit. */
const FOR_PATHS = 0.6;

/** A repo's paths: those in folders that the spec names, and the others. */
export interface Listing {
  readonly named: readonly string[];
  readonly others: readonly string[];
}

const FOLDER = /[\w.@+-]+(?:\/[\w.@+-]+)*\/|[\w.@+-]+(?:\/[\w.@+-]+)+/g;

/** Which paths of a repo are in a folder that a spec names, or beside a file that it names. */
export const namedFirst = (listing: readonly string[], spec: string): Listing => {
  const found = spec.replace(/\w+:\/\/\S+/g, " ").match(FOLDER) ?? [];
  const folders = new Set(found.flatMap((name) => [name.replace(/\/$/, ""), name.slice(0, name.lastIndexOf("/"))]));
  const isNamed = (path: string) => folders.has(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  const named = listing.filter(isNamed).sort(shallowFirst);
  return { named, others: listing.filter((path) => !isNamed(path)) };
};

const shallowFirst = (a: string, b: string): number => depthOf(a) - depthOf(b) || byCodePoint(a, b);

/** The most paths of such folders that come before all others. */
const MOST_NAMED = 60;

/**
 * The paths of a repo, up to a number and as many as fit, shallow ones before deep ones. The rest is counted by folder, as deep as the room
 * allows. The lines are sorted by code point.
 */
export const shownListing = ({ named, others }: Listing, most: number, room: Room): ShownListing => {
  const listing = [...named, ...others];
  const shallow = [...named.slice(0, MOST_NAMED), ...named.slice(MOST_NAMED).concat(others).sort(shallowFirst)];
  const all = shallow.slice(0, most);
  const fits = fitting(all.map(oneLine), room);
  if (fits === listing.length) return { lines: all.sort(byCodePoint).map(oneLine), left: 0 };
  const count = fits === all.length ? fits : fitting(all.map(oneLine), room * FOR_PATHS);
  const shown = all.slice(0, count).map(oneLine);
  const left = shallow.slice(count);
  const rest = room - shown.reduce((taken, line) => taken + utf8Length(line) + 1, 0);
  const folders = folderLines(left, Math.min(MOST_FOLDERS, most), rest);
  return { lines: [...shown.sort(byCodePoint), ...folders], left: left.length };
};

const depthOf = (path: string): number => {
  let depth = 1;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) depth++;
  return depth;
};

/** The folder above a file at this depth, or its deepest folder; empty at the root. */
const folderAt = (path: string, depth: number): string => {
  let end = 0;
  for (let level = 0; level < depth; level++) {
    const next = path.indexOf("/", end === 0 ? 0 : end + 1);
    if (next === -1) break;
    end = next;
  }
  return path.slice(0, end);
};

/** The number of omitted files below each folder, at the deepest level of folders that fits. */
const folderLines = (left: readonly string[], most: number, room: Room): readonly string[] => {
  const deepest = left.reduce((depth, path) => Math.max(depth, depthOf(path) - 1), 0);
  let lines: readonly string[] = [];
  for (let depth = 1; depth <= deepest; depth++) {
    const counts = new Map<string, number>();
    for (const path of left) {
      const folder = folderAt(path, depth);
      if (folder !== "") counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const next = [...counts]
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([folder, count]) => `${oneLine(`${folder}/`)} (${count} more ${count === 1 ? "file" : "files"})`);
    if (next.length > most || fitting(next, room) < next.length) break;
    lines = next;
  }
  return lines;
};
