import { isPytestFile } from "../profiles/python-tree.ts";

/** A program that runs tests, and what its options mean for which tests run. */
export interface TestRunner {
  /** The words that start it. */
  readonly words: readonly (readonly string[])[];
  /** Options that change neither which tests run nor when they fail. */
  readonly neutral: RegExp;
  /** Options with which more tests run, or more of them fail. */
  readonly stricter: RegExp;
  /** The place of its tests if none is named; `""` for the whole repo. */
  readonly standard: string;
  /** The place that a word names. */
  readonly placeOf: (word: string) => string;
  /** True if the tests at a place run if another place is named, with these stricter options. */
  readonly reaches: (wide: string, place: string, stricter: readonly string[]) => boolean;
}

/** How a runner looks for tests. */
type Search = Pick<TestRunner, "standard" | "placeOf" | "reaches">;

const inFolder = (word: string): string => word.replace(/^\.(?:\/|$)/, "").replace(/\/$/, "");
/** Go means a package alone, unless three dots follow. */
const inPackage = (word: string): string =>
  /(?:^|\/)\.\.\.$/.test(word) ? inFolder(word.replace(/\/?\.\.\.$/, "")) : `${inFolder(word)}/.`;

const isBelow = (folder: string, place: string): boolean =>
  folder === "" || place === folder || place.startsWith(`${folder}/`);
const SEARCH: Search = { standard: "", placeOf: inFolder, reaches: isBelow };

/** It runs a file of another name only if that is named. */
const byName = (isTest: (path: string) => boolean): Search => ({
  ...SEARCH,
  reaches: (wide, place) => isBelow(wide, place) && (place === wide || !/\.\w+(?:::|$)/.test(place) || isTest(place)),
});

/** Of a folder, it runs only the files that are directly in it, unless an option says otherwise. */
const flat = (standard: string, isTest: RegExp, recursive: RegExp): Search => ({
  ...SEARCH,
  standard,
  reaches: (wide, place, stricter) => {
    if (place === wide) return true;
    const rest = wide === "" ? place : place.slice(wide.length + 1);
    const isFound = stricter.some((option) => recursive.test(option))
      ? isTest.test(rest) || !/\.\w+$/.test(rest)
      : isTest.test(rest) && !rest.includes("/");
    return isFound && isBelow(wide, place);
  },
});

const runner = (starts: readonly string[], neutral: RegExp, stricter = /^$/, search = SEARCH): TestRunner => ({
  words: starts.map((start) => start.split(" ")),
  neutral,
  stricter,
  ...search,
});

/** Of any other program it is not known which tests it runs. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  runner(
    ["pytest", "py.test", "coverage run -m pytest"],
    /^(?:-[qvs]+|-r\w*|--quiet|--verbose|--no-header|--(?:tb|color|durations|junit-?xml|cov-report)(?:=.*)?|-n(?:\d+|auto))$/,
    // The configuration may say how much must be covered.
    /^(?:--strict(?:-markers|-config)?|--cov(?:-fail-under|-config|-branch|-append|-context)?(?:=.*)?|--doctest-modules)$/,
    byName((path) => isPytestFile(path.replace(/::.*$/, ""))),
  ),
  runner(
    ["bats"],
    /^(?:-[ptT]|--(?:tap|pretty|timing|print-output-on-failure|show-output-of-passing-tests))$/,
    /^(?:-r|--recursive)$/,
    flat("", /\.bats$/, /^(?:-r|--recursive)$/),
  ),
  runner(
    ["cargo test"],
    /^(?:-[qv]+|--quiet|--verbose|--offline|--no-fail-fast|--color=.*|--|--nocapture|--test-threads=\d+)$/,
    // Features are missing here: with others, other code is tested.
    /^(?:--workspace|--all|--include-ignored|--locked|--frozen)$/,
  ),
  runner(
    ["go test"],
    /^-(?:v|json|cover|(?:coverprofile|covermode|coverpkg|count|timeout|p)=.*)$/,
    /^(?:-race|-shuffle=.*)$/,
    { ...SEARCH, standard: "/.", placeOf: inPackage },
  ),
  runner(
    ["vitest run", "vitest"],
    /^--(?:run|silent|(?:reporter|pool|coverage\.reporter)(?:\..*)?(?:=.*)?)$/,
    /^--(?:typecheck|coverage(?:\.[\w.]+)?(?:=(?!false).*)?)$/,
  ),
  runner(
    ["jest"],
    /^(?:-i|--(?:verbose|silent|colors|runInBand|no-cache|forceExit|detectOpenHandles|maxWorkers=.*|reporters=.*))$/,
    // With --ci, a snapshot that is missing is not written, and its test fails.
    /^--(?:ci|coverage)$/,
  ),
  runner(
    ["mocha"],
    /^--(?:reporter=.*|colors?|exit|parallel)$/,
    /^--recursive$/,
    flat("test", /\.[cm]?js$/, /^--recursive$/),
  ),
  runner(["node --test"], /^--(?:test-reporter=.*|test-concurrency=\d+)$/, /^--experimental-test-coverage$/, {
    ...SEARCH,
    // What it looks for by itself, and in a folder, differs between its versions.
    reaches: (wide, place) => place === wide,
  }),
];
