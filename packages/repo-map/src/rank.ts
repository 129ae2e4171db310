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
  const definers = definersOf(files);
  const leansOn = files.map(({ names }, index) => {
    const all: (readonly number[])[] = [];
    for (const name of names.mentions) {
      const defining = definers.get(name);
      if (defining !== undefined && (defining.length > 1 || defining[0] !== index)) all.push(defining);
    }
    return all;
  });
  let weights = new Float64Array(files.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(files.length).fill(1 - PASSED_ON);
    for (const [index, names] of leansOn.entries()) {
      const share = (PASSED_ON * (weights[index] ?? 0)) / names.length;
      for (const defining of names) {
        const part = share / defining.length;
        for (const file of defining) next[file] = (next[file] ?? 0) + part;
      }
    }
    weights = next;
  }
  const weight = (index: number) => weights[index] ?? 0;
  return files
    .map((file, index) => ({ file, index }))
    .sort((a, b) => weight(b.index) - weight(a.index) || a.index - b.index)
    .map(({ file }) => file);
};

/** Which files define a name, by their place. A file defines its own name too, for that is what others import. */
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
  for (const [name, defining] of definers) if (defining.length > MOST_DEFINERS) definers.delete(name);
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
