import { failuresIn } from "./failures-in.ts";
import { linesOf } from "./lines.ts";
import { RUNNERS, type RunnerWords, UNNAMED } from "./runners.ts";
import { failuresOf } from "./summaries.ts";

/** What a command's output tells of the tests that it ran. */
export interface TestsRun {
  /** How many ran; null if that cannot be told. */
  readonly ran: number | null;
  /** How many of them failed. */
  readonly failed: number;
  /** How many were found and did not run. */
  readonly skipped: number;
  /** Those that passed, by name; empty if the output does not name them. */
  readonly names: readonly string[];
  /** True if its exit code other than 0 means no more than that there was no test. */
  readonly endsOnlyForNone: boolean;
  /** True for a test file of a kind that its runners take; false for all if no runner is known. */
  readonly takes: (path: string) => boolean;
  /** Whether it ran this test file; null if the output does not tell. */
  readonly collected: (path: string) => boolean | null;
}

/**
 * Reads every runner's own words: one command may start several.
 * @param output everything that it printed, without terminal escapes
 * @param argv the command, if it is known
 */
export const testsRun = (output: string, exitCode: number | null, argv: readonly string[] = []): TestsRun => {
  const lines = linesOf(output);
  const named = RUNNERS.flatMap((words) => toldBy(words, lines) ?? []);
  const silent = RUNNERS.flatMap((words) => (endsSilently(words, argv, exitCode) ? { words, ...NOTHING } : []));
  const unnamed = UNNAMED.map((words) => [toldBy(words, lines) ?? []].flat());
  const told = [named, ...unnamed, silent].find(({ length }) => length > 0) ?? [];
  const all = told.reduce((sum, each) => sum + each.all, 0);
  const skipped = told.reduce((sum, each) => sum + each.skipped, 0);
  const unloaded = filesThatDoNotLoad(lines);
  const failed = told.reduce((sum, each) => sum + each.failed, 0);
  const isUpToDate = lines.some((line) => UP_TO_DATE.test(line)) && lines.every((line) => MADE_NOTHING.test(line));
  const isUncounted =
    (told.length === 0 && !isUpToDate) || told.some(({ isSome, all: counted }) => isSome && counted === 0);
  const ran = isUncounted ? null : Math.max(0, all - skipped - unloaded);
  const code = MAKE.exec(output)?.[1] ?? exitCode;
  return {
    ran,
    failed: Math.max(0, failed - unloaded),
    skipped,
    names: told.length === 0 ? [] : namesIn(lines),
    endsOnlyForNone:
      all === 0 &&
      ran === 0 &&
      told.some(({ words: { codes = [] } }) => codes.includes(Number(code))) &&
      failuresIn(output).length === 0,
    takes: (path) => (isUpToDate && FOR_TESTS.test(argv.join(" "))) || told.some(({ words }) => words.files.test(path)),
    collected: (path) => {
      const reader = told.filter(({ words }) => words.files.test(path));
      if (reader.some(({ files }) => files?.some((file) => isFileOf(path, file)) === true)) return true;
      return ran === 0 || (reader.length > 0 && reader.every(({ files }) => files !== null)) ? false : null;
    },
  };
};

const namesIn = (lines: readonly string[]): readonly string[] => {
  const names = lines.flatMap(
    (line) => NAMES.map((name) => name.exec(line)?.[1]).find((name) => name !== undefined) ?? [],
  );
  return names.length > MOST_NAMES ? [] : names.map((name) => name.slice(0, 120));
};
const MOST_NAMES = 2_000;

/** Said by make and ninja, which then started nothing: beside a folder `test/`, `make test` runs no test. */
const UP_TO_DATE = /^\w*make(?:\[\d+\])?: (?:.* is up to date\.|Nothing to be done for .*)$|^ninja: no work to do\.$/;
const MADE_NOTHING = new RegExp(
  `${UP_TO_DATE.source}|^\\s*$|^(?:\\w*make(?:\\[\\d+\\])?|ninja): (?:Entering|Leaving) directory `,
);

const FOR_TESTS = /\b(?:tests?|check|verify)\b/;

/** A line that names a test that passed, without its file: pytest, TAP, go, cargo, unittest, then node:test, mocha, jest and vitest. */
const NAMES = [
  /^\S+?\.py::(.+?) PASSED\b/,
  /^\[gw\d+\].* PASSED \S+?\.py::(.+)$/,
  /^ *ok \d+ - (?!.*# (?:SKIP|TODO)\b)(.+?)(?: # time=[\d.]+m?s)?(?: \{)?$/,
  /^ *--- PASS: (\S+)/,
  /^test (\S+) \.\.\. ok$/,
  /^(\w+) \(.*\) \.\.\. ok$/,
  /^ *[✔✓] (?!.*\(\d+ tests?\b)(?:\S+\.\w+ > )?(.+?)(?: \(?[\d.]+ ?m?s\)?)?$/,
];

/** Make ends with a code of its own. */
const MAKE = /^make(?:\[\d+\])?: \*\*\* .* Error (\d+)$/m;

interface Told {
  readonly words: RunnerWords;
  readonly all: number;
  readonly skipped: number;
  readonly failed: number;
  readonly isSome: boolean;
  /** Null if they were not all named. */
  readonly files: readonly string[] | null;
}

const NOTHING = { all: 0, skipped: 0, failed: 0, isSome: false, files: null };

const endsSilently = ({ program, codes = [] }: RunnerWords, argv: readonly string[], exitCode: number | null) =>
  program !== undefined && exitCode !== null && codes.includes(exitCode) && argv.includes(program);

const toldBy = (words: RunnerWords, lines: readonly string[]): Told | null => {
  const matching = (pattern: RegExp | undefined) =>
    pattern === undefined ? [] : lines.filter((line) => pattern.test(line));
  const summaries = words.all === undefined ? [] : matching(words.summary);
  const isSome = matching(words.some).length > 0;
  if (summaries.length === 0 && !isSome && matching(words.none).length === 0) return null;
  return {
    words,
    isSome,
    all: sumOf(words.all, summaries),
    skipped: sumOf(words.skipped, summaries),
    failed: failuresOf({ words, lines: summaries }),
    files: filesOf(words, lines),
  };
};

/** A match without a number is one. */
const sumOf = (pattern: RegExp | undefined, lines: readonly string[]): number =>
  pattern === undefined
    ? 0
    : lines
        .flatMap((line) => [...line.matchAll(pattern)])
        .reduce((sum, [, number]) => sum + (number === undefined ? 1 : Number(number)), 0);

const filesOf = ({ file, fileCount }: RunnerWords, lines: readonly string[]): readonly string[] | null => {
  if (file === undefined) return null;
  const files = new Set(lines.flatMap((line) => file.exec(line)?.[1] ?? []));
  const counts = fileCount === undefined ? [[""]] : lines.flatMap((line) => [fileCount.exec(line) ?? []]);
  const told = counts.filter(({ length }) => length > 0);
  const most = told.reduce((sum, [, count]) => sum + Number(count ?? 0), 0);
  return told.length > 0 && files.size > 0 && files.size >= most ? [...files] : null;
};

/** A path from the command's folder, or a class. */
const isFileOf = (path: string, file: string): boolean => {
  const named =
    file.includes("/") || SUFFIX.test(file)
      ? file.replace(/^(?:\.\.?\/)+/, "")
      : file.replace(/\$.*/, "").replaceAll(".", "/");
  return `/${path}`.endsWith(`/${named}`) || `/${path.replace(SUFFIX, "")}`.endsWith(`/${named}`);
};
const SUFFIX = /\.(?:py|[cm]?[jt]sx?|java|kt|scala|groovy)$/;

/** Node counts a file that does not load as a test, which it names by its path. */
const filesThatDoNotLoad = (lines: readonly string[]): number =>
  new Set(
    lines.flatMap(
      (line) => /^(?:not ok \d+ - |✖ )((?:\/|\w:).*\.[cm]?[jt]sx?)(?: \([\d.]+ms\))?$/.exec(line)?.[1] ?? [],
    ),
  ).size;
