import { normalizePath } from "@llmch/contract";
import { isTestFile, programName } from "@llmch/languages";
import { PYTHON, SHELL } from "./interpreters.ts";

/** Programs that run tests, by the words that must follow. */
const RUNNERS: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:pytest|py\.test|vitest|jest|mocha|ava|tap|rspec|phpunit|bats)$/, /^/],
  [/^(?:npm|pnpm|yarn|bun|deno)$/, /^(?:run(?:-script)? )?(?:t|test)(?:[: ]|$)/],
  [/^(?:go|cargo|mvn|gradle|gradlew|dotnet|mix|swift|make|just)$/, /^test(?: |$)/],
];
const STARTERS = /^(?:npx|bunx|uv|poetry|bundle|pnpm|yarn)$/;

/**
 * The files of tests that a command names, none if it runs all that it finds; null if it runs no tests.
 * @param isFile whether a path names a file
 */
export const testedFiles = (argv: readonly string[], isFile: (path: string) => boolean): readonly string[] | null => {
  const rest = afterRunner(argv);
  if (rest === null) return null;
  const named = rest
    .filter((word) => !word.startsWith("-"))
    .map((word) => normalizePath(word.split("::")[0] ?? ""))
    .map((word) => (isFile(word) ? word : asModule(word, isFile)));
  return named.filter(isFile);
};

/** `tests.test_slug` names a file of Python. */
const asModule = (word: string, isFile: (path: string) => boolean): string => {
  const parts = word.split(".");
  const paths = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}.py`);
  return paths.find(isFile) ?? word;
};

/** The words behind a test runner; null if there is none. */
const afterRunner = (argv: readonly string[]): readonly string[] | null => {
  const [first = "", ...rest] = argv;
  const program = programName(first);
  for (const [runner, words] of RUNNERS) {
    if (runner.test(program) && words.test(rest.join(" "))) return rest;
  }
  if (program === "node" && rest.includes("--test")) return rest;
  if (PYTHON.test(program) && rest[0] === "-m" && /^(?:pytest|unittest)$/.test(rest[1] ?? "")) return rest.slice(2);
  if (STARTERS.test(program)) {
    const at = rest.findIndex((word) => !/^(?:-.*|run|exec|tool)$/.test(word));
    return at === -1 ? null : afterRunner(rest.slice(at));
  }
  const runsOne = program === "node" || PYTHON.test(program) || SHELL.test(program);
  return runsOne && rest.length === 1 && isTestFile(normalizePath(rest[0] ?? "")) ? rest : null;
};
