import type { RepoCode, RepoFile } from "./code.ts";
import type { MappedRepo } from "./mapped-repo.ts";
import { oneLine, quotedLines, type Room, roomInQuote, sizeOf } from "./quoted-lines.ts";
import { blocksOfSpec, fittingBlocks, type Outlined, testsOfSpec, type WeighedBlock } from "./spec-blocks.ts";
import { fileStem, pathWeight } from "./spec-files.ts";
import type { SpecTerms } from "./spec-terms.ts";

/** The most files whose code is examined, and the most test files. */
const MOST_FILES = 4;
const MOST_TESTS = 6;
/** The share of the room for tests. */
const FOR_TESTS = 0.35;

/** The code that a spec names, in the files that it is about, and the tests that share the most words with it. */
export const specParts = async (
  code: RepoCode,
  files: readonly RepoFile[],
  tests: MappedRepo["tests"],
  terms: SpecTerms,
  room: Room,
): Promise<readonly string[]> => {
  const about = files.slice(0, MOST_FILES);
  if (about.length === 0 || !Number.isFinite(room)) return [];
  const ofCode = await code.outlines(about);
  const ofTests = await code.outlines(likelyTests(tests, about, terms), true);
  const asserted = shown("tests of it", ofTests, testsOfSpec, terms, room * FOR_TESTS);
  const bodies = shown("code of it", ofCode, blocksOfSpec, terms, room - sizeOf(asserted));
  return [...bodies, ...asserted];
};

/** The tests whose paths contain words of the spec or the names of the files that it is about. */
const likelyTests = (tests: MappedRepo["tests"], about: readonly RepoFile[], terms: SpecTerms): readonly RepoFile[] => {
  const stems = about.map(({ path }) => fileStem(path)).filter((stem) => stem.length > 2);
  return tests
    .flatMap(({ path, blob }) => (blob === null ? [] : [{ path, blob }]))
    .map((file, index) => ({ file, index, weight: pathWeight(file.path, terms) + ofStems(file.path, stems) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_TESTS)
    .map(({ file }) => file);
};

const ofStems = (path: string, stems: readonly string[]): number =>
  stems.some((stem) => path.slice(path.lastIndexOf("/") + 1).includes(stem)) ? 1 : 0;

const shown = (
  label: string,
  files: readonly Outlined[],
  weigh: (files: readonly Outlined[], terms: SpecTerms) => readonly WeighedBlock[],
  terms: SpecTerms,
  room: Room,
): readonly string[] => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const blocks = weigh(files, terms);
  const labelOf = (path: string) => `${label}: ${oneLine(path)}`;
  return fittingBlocks(blocks, texts, room, (path) => -roomInQuote(labelOf(path), 0)).flatMap(({ path, lines }) =>
    quotedLines(labelOf(path), lines),
  );
};
