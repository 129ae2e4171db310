import { byCodePoint, countsOf } from "@llmch/contract";
import { outlineOf } from "./definitions.ts";
import type { KnownText, KnownTexts } from "./known.ts";
import type { Language } from "./languages/language.ts";
import { languageOf } from "./languages/languages.ts";
import { isMade, isPassedOver } from "./passed-over.ts";
import { rankFiles, type ScannedFile } from "./rank.ts";
import { scanText } from "./scan.ts";
import { type Block, blockOf, type Outlined } from "./spec-blocks.ts";
import { filesOfSpec } from "./spec-files.ts";
import type { SpecTerms } from "./spec-terms.ts";
import { symbolsOf } from "./symbols.ts";
import type { ParseText } from "./syntax.ts";
import { testCallsIn } from "./test-calls.ts";

/** A regular file of a repo, and the hash of its bytes. */
export interface RepoFile {
  readonly path: string;
  readonly blob: string;
}

/** What reading a repo's code requires from the machine. */
export interface CodePorts {
  /** Passes on the texts of files, in any order; null for a file that is not UTF-8 text, is too large or does not exist. */
  readonly texts: <File extends RepoFile>(
    files: readonly File[],
    use: (file: File, text: string | null) => void,
  ) => Promise<void>;
  readonly parse: ParseText;
  /** Announces a grammar that will be needed, so that it can load while texts are read. */
  readonly prepare: (grammar: string) => void;
}

interface CodeFile extends RepoFile {
  readonly language: Language;
  /** Identifies a text in its language: the same bytes mean something else in another one. */
  readonly key: string;
}

/** A repo's code, file by file. Parses nothing until it is asked for. */
export interface RepoCode {
  /** The files, the most depended-on first. */
  readonly ranked: readonly RepoFile[];
  /** The public symbols of some files, in sequence. Reads all files at once, and parses each in turn. */
  symbols(files: readonly RepoFile[]): AsyncIterable<readonly [RepoFile, readonly string[]]>;
  /** The files that a spec may be about, the surest first. */
  ofSpec(terms: SpecTerms): readonly RepoFile[];
  /** The texts of some files with the places of their definitions, or of their tests. Omits files that cannot be read or parsed. */
  outlines(files: readonly RepoFile[], isTests?: boolean): Promise<readonly Outlined[]>;
  /** What is known about the repo's current files only; null if that is the same as before. */
  learnt(): KnownTexts | null;
}

/**
 * Reads a repo's code: scans files that are not known yet, and ranks all of them.
 * @param most the most files to read, the shallow ones first
 */
export const readCode = async (
  files: readonly RepoFile[],
  most: number,
  earlier: KnownTexts,
  { texts, parse, prepare }: CodePorts,
): Promise<RepoCode> => {
  const code = codeFiles(files, most);
  const known = new Map<string, KnownText>();
  for (const file of code) {
    const text = earlier.get(file.key);
    if (text !== undefined) known.set(file.key, text);
  }
  const unknown = code.filter((file) => !known.has(file.key));
  for (const grammar of commonGrammars(unknown)) prepare(grammar);
  await texts(onceEach(unknown), (file, text) => {
    // A file that is unreadable this time may be readable later, or under other bounds.
    if (text === null) return;
    known.set(file.key, { names: isMade(text) ? null : scanText(text, file.language), symbols: null });
  });
  const scanned = code.flatMap((file): readonly (CodeFile & ScannedFile)[] => {
    const names = known.get(file.key)?.names ?? null;
    return names === null ? [] : [{ ...file, names }];
  });
  const byPath = new Map(scanned.map((file) => [file.path, file]));
  async function* symbols(asked: readonly RepoFile[]) {
    const wanted = asked.flatMap(({ path }) => byPath.get(path) ?? []);
    const unparsed = new Map<string, string>();
    await texts(onceEach(wanted.filter(({ key }) => known.get(key)?.symbols == null)), ({ key }, text) => {
      if (text !== null) unparsed.set(key, text);
    });
    for (const file of wanted) {
      const { key, names, language } = file;
      const text = unparsed.get(key);
      unparsed.delete(key);
      if (text !== undefined) known.set(key, { names, symbols: await symbolsOf(text, language, parse) });
      yield [file, known.get(key)?.symbols ?? []] as const;
    }
  }
  const outlines = async (asked: readonly RepoFile[], isTests = false): Promise<readonly Outlined[]> => {
    const read = new Map<string, string>();
    await texts(asked, ({ path }, text) => {
      if (text !== null && !isMade(text)) read.set(path, text);
    });
    const found: Outlined[] = [];
    for (const { path } of asked) {
      const text = read.get(path);
      const blocks = text === undefined || isPassedOver(path) ? null : await blocksOf(path, text, isTests, parse);
      if (text !== undefined && blocks !== null) found.push({ path, text, blocks });
    }
    return found;
  };
  const ranked = rankFiles(scanned);
  const isAsBefore = () => known.size === earlier.size && [...known].every(([key, text]) => earlier.get(key) === text);
  return {
    ranked,
    symbols,
    ofSpec: (terms) => filesOfSpec(ranked, terms),
    outlines,
    learnt: () => (isAsBefore() ? null : known),
  };
};

/** Tests are calls in JavaScript, and functions in other languages. */
const blocksOf = async (
  path: string,
  text: string,
  isTests: boolean,
  parse: ParseText,
): Promise<readonly Block[] | null> => {
  const language = languageOf(path);
  if (isTests && language?.family === "javascript") {
    return parse(language.grammar, text, (root) => testCallsIn(root, text));
  }
  const outline = await outlineOf(path, text, parse);
  return outline?.definitions.flatMap(blockOf) ?? null;
};

/** A grammar for a smaller share of the files may never be needed. */
const COMMON_SHARE = 0.1;

const commonGrammars = (files: readonly CodeFile[]): readonly string[] => {
  const counts = countsOf(files.map(({ language }) => language.grammar));
  return [...counts].filter(([, count]) => count > COMMON_SHARE * files.length).map(([grammar]) => grammar);
};

/** One file for each distinct text. */
const onceEach = <File extends CodeFile>(files: readonly File[]): readonly File[] => {
  const first = new Map<string, File>();
  for (const file of files) if (!first.has(file.key)) first.set(file.key, file);
  return [...first.values()];
};

const codeFiles = (files: readonly RepoFile[], most: number): readonly CodeFile[] => {
  const code = files.flatMap((file): readonly CodeFile[] => {
    const language = isPassedOver(file.path) ? null : languageOf(file.path);
    return language === null ? [] : [{ ...file, language, key: `${file.blob} ${language.name}` }];
  });
  if (code.length <= most) return code;
  return code
    .map((file) => ({ file, depth: file.path.split("/").length }))
    .sort((a, b) => a.depth - b.depth || byCodePoint(a.file.path, b.file.path))
    .slice(0, most)
    .map(({ file }) => file);
};
