import type { Language } from "./languages/language.ts";
import { byCodePoint } from "./order.ts";
import { nameHash, type ScannedText } from "./scan.ts";

/** A file and what its text says about names. */
export interface ScannedFile {
  readonly path: string;
  readonly language: Language;
  readonly names: ScannedText;
}

/** Of what more files define, no one file is meant. */
const MOST_DEFINERS = 12;
const ROUNDS = 12;
/** How much of a file's weight goes on to those that it leans on. */
const PASSED_ON = 0.85;

/**
 * Files by how much the others lean on them, the most first: each passes its weight on to the names that it mentions, and
 * each name to the files that define it, as PageRank does over links. Equal ones come by path. The order in which
 * files are given makes no difference.
 */
export const rankFiles = <File extends ScannedFile>(given: readonly File[]): readonly File[] => {
  const files = [...given].sort((a, b) => byCodePoint(a.path, b.path));
  const { mentions, definers } = linksOf(files);
  let weights = new Float64Array(files.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const ofNames = new Float64Array(definers.length);
    for (const [file, names] of mentions.entries()) {
      const share = (PASSED_ON * (weights[file] ?? 0)) / names.length;
      for (const name of names) ofNames[name] = (ofNames[name] ?? 0) + share;
    }
    const next = new Float64Array(files.length).fill(1 - PASSED_ON);
    for (const [name, defining] of definers.entries()) {
      const part = (ofNames[name] ?? 0) / defining.length;
      for (const file of defining) next[file] = (next[file] ?? 0) + part;
    }
    weights = next;
  }
  const weight = (index: number) => weights[index] ?? 0;
  return files
    .map((file, index) => ({ file, index }))
    .sort((a, b) => weight(b.index) - weight(a.index) || a.index - b.index)
    .map(({ file }) => file);
};

/** Which names each file leans on others for, and which files define each of those names; all by their place. */
interface Links {
  readonly mentions: readonly (readonly number[])[];
  readonly definers: readonly (readonly number[])[];
}

const linksOf = (files: readonly ScannedFile[]): Links => {
  const byHash = definersOf(files);
  const definers: (readonly number[])[] = [];
  const places = new Map<number, number>();
  const mentions = files.map(({ names }, file) => {
    const leansOn: number[] = [];
    for (const hash of names.mentions) {
      const defining = byHash.get(hash);
      if (defining === undefined || defining.length > MOST_DEFINERS) continue;
      if (defining.length === 1 && defining[0] === file) continue;
      const place = places.get(hash) ?? definers.push(defining) - 1;
      places.set(hash, place);
      leansOn.push(place);
    }
    return leansOn;
  });
  return { mentions, definers };
};

/** A file defines its own name too, for that is what others import. */
const definersOf = (files: readonly ScannedFile[]): ReadonlyMap<number, readonly number[]> => {
  const definers = new Map<number, number[]>();
  const define = (name: number, index: number) => {
    const known = definers.get(name);
    if (known === undefined) definers.set(name, [index]);
    else if (known.at(-1) !== index) known.push(index);
  };
  for (const [index, { path, language, names }] of files.entries()) {
    define(nameHash(moduleName(path, language), language.family), index);
    for (const name of names.defines) define(name, index);
  }
  return definers;
};

/** What a file is called where it is imported: its name without the ending, or its folder's. */
const moduleName = (path: string, { folderFiles }: Language): string => {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const stem = name.slice(0, name.lastIndexOf("."));
  if (!folderFiles.includes(stem)) return stem;
  return path.slice(path.lastIndexOf("/", slash - 1) + 1, Math.max(slash, 0));
};
