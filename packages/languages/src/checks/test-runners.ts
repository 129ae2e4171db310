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
}

const inFolder = (word: string): string => word.replace(/^\.(?:\/|$)/, "").replace(/\/$/, "");
/** Go means a package alone, unless three dots follow. */
const inPackage = (word: string): string =>
  /(?:^|\/)\.\.\.$/.test(word) ? inFolder(word.replace(/\/?\.\.\.$/, "")) : `${inFolder(word)}/.`;

const runner = (
  starts: readonly string[],
  neutral: RegExp,
  stricter: RegExp = /^$/,
  { standard, placeOf }: Pick<TestRunner, "standard" | "placeOf"> = { standard: "", placeOf: inFolder },
): TestRunner => ({ words: starts.map((start) => start.split(" ")), neutral, stricter, standard, placeOf });

/** Of any other program it is not known which tests it runs. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  runner(
    ["pytest", "py.test", "coverage run -m pytest"],
    /^(?:-[qvs]+|-r\w*|--quiet|--verbose|--no-header|--(?:tb|color|durations|junit-?xml)(?:=.*)?|--cov(?:-report|-config|-branch|-append|-context)?(?:=.*)?|--no-cov|-n(?:\d+|auto))$/,
    /^(?:--strict(?:-markers|-config)?|--cov-fail-under=.*|--doctest-modules)$/,
  ),
  runner(
    ["bats"],
    /^(?:-[ptT]|--(?:tap|pretty|timing|print-output-on-failure|show-output-of-passing-tests))$/,
    /^(?:-r|--recursive)$/,
  ),
  runner(
    ["cargo test"],
    /^(?:-[qv]+|--quiet|--verbose|--locked|--frozen|--offline|--no-fail-fast|--color=.*|--|--nocapture|--test-threads=\d+)$/,
    // Features are missing here: with others, other code is tested.
    /^(?:--workspace|--all|--include-ignored)$/,
  ),
  runner(
    ["go test"],
    /^-(?:v|json|cover|(?:coverprofile|covermode|coverpkg|count|timeout|p)=.*)$/,
    /^(?:-race|-shuffle=.*)$/,
    { standard: "/.", placeOf: inPackage },
  ),
  runner(["vitest run", "vitest"], /^--(?:run|silent|(?:coverage|reporter|pool)(?:\..*)?(?:=.*)?)$/, /^--typecheck$/),
  runner(
    ["jest"],
    /^(?:-i|--(?:ci|coverage|verbose|silent|colors|runInBand|no-cache|forceExit|detectOpenHandles|maxWorkers=.*|reporters=.*))$/,
  ),
  runner(["mocha"], /^--(?:reporter=.*|colors?|exit|parallel)$/),
  runner(["node --test"], /^--(?:test-reporter=.*|experimental-test-coverage|test-concurrency=\d+)$/),
];
