import { utf8Length } from "@llmch/contract";
import type { RepoCode } from "./code.ts";
import type { MappedRepo } from "./mapped-repo.ts";
import { fitting, oneLine, quotedLines, type Room, roomInQuote, sizeOf } from "./quoted-lines.ts";
import { specParts } from "./spec-parts.ts";
import { type WeighedSymbols, weighSymbols } from "./spec-symbols.ts";
import { NAMED, type SpecTerms, specTerms } from "./spec-terms.ts";
import { testLayout } from "./test-layout.ts";

const TESTS = "folders of tests";
const SYMBOLS = "public symbols, first of what the specification names, then of the files that others lean on most";
const TESTS_SHARE = 0.05;
const MOST_TEST_FOLDERS = 20;
/** The share of the room for code and tests that the spec names; symbols get the rest. */
const FOR_CODE = 0.55;

/** Where the tests are, public symbols, and the code and tests of what the spec names. */
export const codeParts = async (
  { code, tests, spec }: MappedRepo,
  room: Room,
  all: Room,
): Promise<readonly string[]> => {
  if (code === null) return [];
  const folders = testLayout(tests.map(({ path }) => path)).slice(0, MOST_TEST_FOLDERS);
  const count = fitting(folders, roomInQuote(TESTS, Math.min(all * TESTS_SHARE, room)));
  const layout = quotedLines(TESTS, folders.slice(0, count));
  const rest = room - sizeOf(layout);
  const terms = specTerms(spec);
  const meant = await meantFiles(code, terms, rest);
  const texts = await specParts(
    code,
    meant.filter(({ weight }) => weight >= NAMED).map(({ file }) => file),
    tests,
    terms,
    rest * FOR_CODE,
  );
  const lines = await symbolLines(code, meant, terms, roomInQuote(SYMBOLS, rest - sizeOf(texts)));
  return [...layout, ...quotedLines(SYMBOLS, lines), ...texts];
};

/** Files whose symbols are read together: more than are shown by default, since asking git costs more than reading. */
const TOGETHER = 64;
/**
 * The most files to read because the spec seems to be about them, and because they are central. A plan's first map reads no more than it
 * must.
 */
const MOST_LIKELY = 12;
const MOST_CENTRAL = 4;

type File = RepoCode["ranked"][number];
type MeantFile = WeighedSymbols & { readonly file: File };

/** The files that the spec is about, by their symbols, the surest first. Examines the likeliest and the most central ones. */
const meantFiles = async (code: RepoCode, terms: SpecTerms, room: Room): Promise<readonly MeantFile[]> => {
  if (room <= 0 || terms.spellings.length === 0) return [];
  const likely = code.ofSpec(terms).slice(0, MOST_LIKELY);
  const asked = [...new Set([...likely, ...code.ranked])].slice(0, likely.length + MOST_CENTRAL);
  const found: MeantFile[] = [];
  for await (const [file, lines] of code.symbols(asked)) found.push({ ...weighSymbols(lines, terms), file });
  return found.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
};

/** The least size of a file with one symbol. Parse as many files as could be shown, and a few more for those without symbols. */
const SHORTEST_BLOCK = 40;
const MORE_FILES = 40;
/** The most symbols to show per file, apart from those that the spec names. */
const MOST_SYMBOLS = 20;

const symbolLines = async (
  { ranked, symbols: symbolsOf }: RepoCode,
  meant: readonly MeantFile[],
  terms: SpecTerms,
  room: Room,
): Promise<readonly string[]> => {
  const lines: string[] = [];
  let rest = room;
  /** False once the room is used up. */
  const show = (path: string, found: readonly string[]): boolean => {
    if (found.length === 0) return true;
    const block = [oneLine(path), ...found.map((line) => `  ${line}`)];
    const count = fitting(block, rest);
    // A path without symbols below it is useless.
    if (count > 1) lines.push(...block.slice(0, count));
    rest -= block.reduce((bytes, line) => bytes + utf8Length(line) + 1, 0);
    return count === block.length;
  };
  for (const { file, named } of meant) if (!show(file.path, named)) return lines;
  const known = new Map(meant.map((each) => [each.file.path, each]));
  const files = [...new Set([...meant.map(({ file }) => file), ...ranked])];
  const most = Math.min(files.length, Math.max(0, Math.ceil(rest / SHORTEST_BLOCK)) + MORE_FILES);
  for (let start = 0; start < most; start += TOGETHER) {
    for await (const [{ path }, found] of symbolsOf(files.slice(start, Math.min(most, start + TOGETHER)))) {
      const others = known.get(path)?.others ?? weighSymbols(found, terms).others;
      const isShown = (known.get(path)?.named.length ?? 0) > 0;
      if (!show(isShown ? `${path} (its other symbols)` : path, first(others))) return lines;
    }
  }
  return lines;
};

const first = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_SYMBOLS
    ? lines
    : [...lines.slice(0, MOST_SYMBOLS - 1), `(${lines.length - MOST_SYMBOLS + 1} more symbols)`];
