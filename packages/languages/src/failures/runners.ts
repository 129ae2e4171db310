/** What one test runner prints of the tests that it ran. Patterns match whole lines or their beginnings. */
export interface RunnerWords {
  /** The names of the test files that it runs. */
  readonly files: RegExp;
  /** The lines in which it counts its tests. A number that is not there is 0. */
  readonly summary?: RegExp;
  /** In such a line, the numbers of all tests, and of those that did not run. */
  readonly all?: RegExp;
  readonly skipped?: RegExp;
  /** A line beside the summary, or in it, that tells of a failure without the number of tests. */
  readonly broken?: RegExp;
  /** The first line of a summary of several. By default each line is one. */
  readonly opens?: RegExp;
  /** The line without which a summary does not close a run. By default it does. */
  readonly closes?: RegExp;
  /** A line that tells that tests ran, but not how many. */
  readonly some?: RegExp;
  /** A line that tells that there were none. */
  readonly none?: RegExp;
  /** Exit codes, besides 0, that may mean no more than that. */
  readonly codes?: readonly number[];
  /** A program of which such a code says so even if it prints nothing. */
  readonly program?: string;
  /** A line about a test file that ran, with its path or class. */
  readonly file?: RegExp;
  /** How many such files there were; the files are known only if so many were named. */
  readonly fileCount?: RegExp;
}

/** A run has several such lines, in no fixed order, or one for each of its parts. */
export const NEVER = /^(?!)/;

/** In any runner's summary, the numbers of failed tests. Expected failures are not among them, nor is what passed when it was tried again. */
export const FAILED =
  /(?<!expected )\b(?:fail(?:ed|ures)?|errors|cancelled|unexpected successes)[=:]? *(\d+)|\b(\d+) (?:(?:sub)?tests? )?(?:fail(?:ed|ing|ures?)?|errors?)\b/gi;

const SCRIPT = /\.[cm]?[jt]sx?$/;
const PYTHON = /\.py$/;
const JVM = /\.(?:java|kt|scala|groovy)$/;

/** As captured from the runners. One that is not here tells nothing. */
export const RUNNERS: readonly RunnerWords[] = [
  {
    // pytest
    files: PYTHON,
    summary: /^=* ?(?:\d+ (?:subtests )?[a-z]+(?:, )?)+ in [\d.]+s/,
    all: /(\d+) (?:passed|failed|xfailed|xpassed|skipped|deselected)/g,
    skipped: /(\d+) (?:skipped|deselected)/g,
    none: /^=* ?no tests ran in/,
    codes: [5],
    program: "pytest",
    file: /^(?:\[gw\d+\].* )?(\S+\.py)(?:::.*| [.FEsxX]+(?: .*)?)$/,
    fileCount: /^collect(?:ing \.\.\. collect)?ed \d+ items?/,
  },
  {
    // unittest
    files: PYTHON,
    summary: /^Ran \d+ tests? in|^(?:OK|FAILED) \(/,
    opens: /^Ran /,
    all: /^Ran (\d+) /g,
    skipped: /\bskipped=(\d+)/g,
    codes: [5],
  },
  {
    // vitest
    files: SCRIPT,
    summary: /^ +Tests {2}/,
    broken: /^ Test Files {2}.*\b[1-9]\d* failed/,
    opens: /^ Test Files/,
    all: /\((\d+)\)$/g,
    skipped: /(\d+) (?:skipped|todo)/g,
    none: /^No test files found/,
    codes: [1],
    file: /^ [✓❯×↓] +(?:\|[^|]+\| )?(\S+) \(\d+ tests?\b/,
    fileCount: /^ Test Files .*\((\d+)\)$/,
  },
  {
    // jest
    files: SCRIPT,
    summary: /^Tests: .* total$/,
    broken: /^Test Suites: .*\b[1-9]\d* failed/,
    opens: /^Test Suites/,
    all: /(\d+) total/g,
    skipped: /(\d+) (?:skipped|todo)/g,
    none: /^No tests found/,
    codes: [1],
    file: /^(?:PASS|FAIL) (?:.* )?(\S+\.[cm]?[jt]sx?)(?: \([\d.]+ m?s\))?$/,
    fileCount: /^Test Suites: .*?(\d+) total$/,
  },
  {
    // mocha
    files: SCRIPT,
    summary: /^ {2}\d+ (?:passing|failing|pending)\b/,
    opens: /passing/,
    all: /^ +(\d+)/g,
    skipped: /(\d+) pending/g,
    none: /^(?:Error: )?No test files found|^Warning: Cannot find any files matching/,
    codes: [1],
  },
  {
    // node:test, tape
    files: SCRIPT,
    summary: /^(?:[#ℹ]|\t?<!--) (?:tests|skipped|cancelled|fail) +\d+(?: -->)?$/,
    opens: / tests /,
    all: /tests +(\d+)/g,
    skipped: /(?:skipped|cancelled) (\d+)/g,
    none: /^Could not find '[^']*'$/,
    codes: [1],
  },
  {
    // Playwright
    files: SCRIPT,
    summary: /^ {2}\d+ (?:passed|failed|flaky|skipped|did not run)\b/,
    opens: NEVER,
    all: /^ +(\d+)/g,
    skipped: /(\d+) (?:skipped|did not run)/g,
    none: /^Error: No tests found/,
    codes: [1],
  },
  // ava, bun, deno
  {
    files: SCRIPT,
    summary: /^ {2}\d+ tests? (?:passed|failed|skipped)$/,
    opens: NEVER,
    all: /(\d+) /g,
    skipped: /(\d+) tests? skipped/g,
    none: /^ *✘ (?:Couldn.t find any files to test|Based on your configuration, )/,
    codes: [1],
  },
  {
    files: SCRIPT,
    summary: /^Ran \d+ tests? across /,
    all: /^Ran (\d+)/g,
    broken: /^ +[1-9]\d* fail$/,
    opens: NEVER,
    none: /^No tests found!$/,
    codes: [1],
  },
  {
    files: SCRIPT,
    summary: /^(?:ok|FAILED) \| \d+ passed/,
    all: /(\d+) (?:passed|failed|ignored)/g,
    skipped: /(\d+) ignored/g,
    none: /^error: No test modules found$/,
    codes: [1],
  },
  {
    // go, whose last line tells of all packages
    files: /_test\.go$/,
    summary: /^(?:ok {2}|FAIL)\t|^FAIL$/,
    broken: /^FAIL(?:\t|$)/,
    some: /^(?:ok {2}|FAIL)\t\S+\t(?!.*\[(?:no tests to run|build failed|setup failed)\])|^=== RUN/,
    none: /\t\[no test files\]$|\[no tests to run\]$|^no packages to test$|^go: warning: .* matched no packages$/,
    codes: [1],
  },
  {
    // cargo, and its nextest
    files: /\.rs$/,
    summary: /^test result: |^ +Summary \[/,
    opens: NEVER,
    all: /(\d+) (?:passed|failed|ignored|tests? run)/g,
    skipped: /(\d+) ignored/g,
    none: /^error: no tests to run$/,
    codes: [4],
  },
  {
    // ctest
    files: /\.(?:c|cc|cpp|cxx)$/,
    summary: /^\d+% tests passed, /,
    all: /out of (\d+)/g,
    none: /^No tests were found!!!$/,
    codes: [8],
  },
  {
    // Maven: a line without the time is that of a module, not of a class.
    files: JVM,
    summary: /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+(?:, Flakes: \d+)?$/,
    opens: NEVER,
    all: /run: (\d+)/g,
    skipped: /Skipped: (\d+)/g,
    none: /^(?:\[\w+\] )?No tests to run\.$/,
    file: /^(?:\[\w+\] )?Running ([\w.$]+)$/,
  },
  // Maven's failIfNoTests, which ends the build.
  {
    files: JVM,
    none: /^\[ERROR\] Failed to execute goal .*: No tests (?:matching pattern .+ )?were executed!/,
    codes: [1],
  },
  {
    // Gradle
    files: JVM,
    summary: /^\d+ tests? completed\b/,
    opens: NEVER,
    all: /^(\d+)/g,
    skipped: /(\d+) skipped/g,
    some: /^> Task \S*:test(?: FROM-CACHE| UP-TO-DATE)?$/,
    none: /^> Task \S*:test NO-SOURCE$/,
  },
  {
    // dotnet
    files: /\.(?:cs|fs|vb)$/,
    summary: /^(?:Passed|Failed|Skipped)! +- Failed: |^Test (?:run )?summary: total: /i,
    opens: NEVER,
    all: /total: +(\d+)/gi,
    skipped: /skipped: +(\d+)/gi,
    none: /^No test is available in |^(?:Test run summary: )?Zero tests ran/,
    codes: [8],
  },
  {
    // RSpec
    files: /\.rb$/,
    summary: /^\d+ examples?, \d+ failures?/,
    all: /(\d+) examples?/g,
    skipped: /(\d+) pending/g,
    none: /^No examples found\.$/,
    codes: [1],
  },
  {
    // minitest, test-unit
    files: /\.rb$/,
    summary: /^\d+ (?:runs|tests), \d+ assertions, /,
    all: /^(\d+)/g,
    skipped: /(\d+) (?:skips|omissions)/g,
  },
  {
    // PHPUnit
    files: /\.php$/,
    summary: /^OK \(\d+ tests?, |^Tests: \d+, Assertions: /,
    all: /(?:^OK \(|^Tests: )(\d+)/g,
    skipped: /Skipped: (\d+)/g,
    none: /^No tests executed!$/,
    codes: [1, 2],
  },
  {
    // bats, mix
    files: /\.(?:bats|exs)$/,
    summary: /^(?:\d+ doctests?, )?\d+ tests?, \d+ failures?\b/,
    all: /(\d+) (?:doctests?|tests?)\b/g,
    skipped: /(\d+) (?:skipped|excluded)/g,
    none: /^There are no tests to run$/,
  },
  {
    files: /\.(?:t|pl)$/,
    summary: /^Files=\d+, Tests=/,
    all: /Tests=(\d+)/g,
    broken: /^Result: FAIL$/,
    opens: /^Files/,
    none: /^Result: NOTESTS$/,
  },
  // Swift counts each suite, and all of them.
  {
    files: /\.swift$/,
    some: /Executed [1-9]\d* tests?, with|Test run with [1-9]\d* tests?/,
    none: /^error: no tests found|Executed 0 tests, with|Test run with 0 tests/,
    codes: [1],
  },
  // What runs others for the files that changed.
  { files: /./, none: /\b(?:No|could not find any) staged files\b/i },
];

/** The Test Anything Protocol of any other producer. */
export const TAP: RunnerWords = {
  files: /./,
  summary: /^(?:1\.\.\d+|(?:not )?ok \d+\b)/,
  all: /^(?:not )?ok \d+(?!.* # SKIP\b)/gi,
  broken: /^not ok \d+(?!.* # (?:SKIP|TODO)\b)/i,
  opens: NEVER,
  closes: /^1\.\./,
};

/** A repo's own runner that ends with its counts: `652 passed, 0 failed`. Which files it takes is not known. */
const OWN: RunnerWords = {
  files: NEVER,
  summary:
    /^(?=.*\d (?:tests? )?passed\b)(?=.*\d (?:tests? )?failed\b)(?:[a-z ]*[:=-]+ *)?(?:\d+ (?:tests? )?[a-z]+(?:[,;|/]? +(?:and )?)?)+(?:\(?(?:in )?[\d.]+ ?m?s\)?)?\.?$/i,
  all: /(\d+) (?:tests? )?(?:passed|failed|errors?|skipped)/gi,
  skipped: /(\d+) (?:tests? )?skipped/gi,
};

/** Each counts only if no runner before it told anything. */
export const UNNAMED: readonly RunnerWords[] = [TAP, OWN];
