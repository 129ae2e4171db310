import { byCodePoint } from "@llmch/contract";
import type { Language } from "./languages/language.ts";
import { nameHash, type ScannedText } from "./scan.ts";

/** A file and what its text says about names. */
export interface ScannedFile {
  readonly path: string;
  readonly language: Language;
  readonly names: ScannedText;
}

/** A name that more files define identifies none of them. */
const MOST_DEFINERS = 12;
const ROUNDS = 12;
/** The share of a file's weight that goes to the files that it depends on. */
const PASSED_ON = 0.85;

/**
 * Sorts files by how much the others depend on them, most first. Like PageRank over links, each file passes its weight on to the names that
 * it mentions, and each name to the files that define it. Ties are sorted by path. The order of the given files makes no difference.
 */
export const rankFiles = <File extends ScannedFile>(given: readonly File[]): readonly File[] => {
  const files = [...given].sort((a, b) => byCodePoint(a.path, b.path));
  const { mentions, definers } = linksOf(files);
  // Outside the generator, as below: V8 does not optimize code in a generator's loop.
  const passedOn = (weights: Float64Array) => {
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
    return next;
  };
  let weights = new Float64Array(files.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    weights = passedOn(weights);
  }
  const weight = (index: number) => weights[index] ?? 0;
  return files
    .map((file, index) => ({ file, index }))
    .sort((a, b) => weight(b.index) - weight(a.index) || a.index - b.index)
    .map(({ file }) => file);
};

/** The names through which each file depends on others, and the files that define each of those names; all by index. */
interface Links {
  readonly mentions: readonly (readonly number[])[];
  readonly definers: readonly (readonly number[])[];
}

const linksOf = (files: readonly ScannedFile[]): Links => {
  const byHash = definersOf(files);
  const definers: (readonly number[])[] = [];
  const places = new Map<number, number>();
  const linksFrom = ({ names }: ScannedFile, file: number): readonly number[] => {
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
  };
  const mentions: (readonly number[])[] = [];
  for (const [index, file] of files.entries()) {
    mentions.push(linksFrom(file, index));
  }
  return { mentions, definers };
};

/** A file also defines its own name, because others import it by that name. */
const definersOf = (files: readonly ScannedFile[]): ReadonlyMap<number, readonly number[]> => {
  const definers = new Map<number, number[]>();
  const define = (name: number, index: number) => {
    const known = definers.get(name);
    if (known === undefined) definers.set(name, [index]);
    else if (known.at(-1) !== index) known.push(index);
  };
  const defineAll = ({ path, language, names }: ScannedFile, index: number): void => {
    define(nameHash(moduleName(path, language), language.family), index);
    for (const name of names.defines) define(name, index);
  };
  for (const [index, file] of files.entries()) {
    defineAll(file, index);
  }
  return definers;
};

/** The name by which others import a file: its name without the extension, or its folder's name. */
const moduleName = (path: string, { folderFiles }: Language): string => {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const stem = name.slice(0, name.lastIndexOf("."));
  if (!folderFiles.includes(stem)) return stem;
  return path.slice(path.lastIndexOf("/", slash - 1) + 1, Math.max(slash, 0));
};
