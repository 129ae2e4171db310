import { normalizePath } from "@llmch/contract";
import { isPython, isShell, isTestFile, programName } from "@llmch/languages";

const NOTHING = /^/;
const SCRIPT = /^(?:run(?:-script)? )?(?:t|test)(?:[: ]|$)/;
const TASK = /^test(?: |$)/;
/** Programs that run tests, with the required arguments. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ..."pytest py.test vitest jest mocha ava tap rspec phpunit bats".split(" ").map((name) => [name, NOTHING] as const),
  ..."npm pnpm yarn bun deno".split(" ").map((name) => [name, SCRIPT] as const),
  ..."go cargo mvn gradle gradlew dotnet mix swift make just".split(" ").map((name) => [name, TASK] as const),
]);
const STARTERS: ReadonlySet<string> = new Set(["npx", "bunx", "uv", "poetry", "bundle", "pnpm", "yarn"]);

/**
 * The test files that a command names, empty if it runs all that it finds; null if it runs no tests.
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

/** `tests.test_slug` names a Python file. */
const asModule = (word: string, isFile: (path: string) => boolean): string => {
  const parts = word.split(".");
  const paths = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}.py`);
  return paths.find(isFile) ?? word;
};

/** The words after a test runner; null if there is none. */
const afterRunner = (argv: readonly string[]): readonly string[] | null => {
  const program = programName(argv[0]);
  const rest = argv.slice(1);
  if (RUNNERS.get(program)?.test(rest.join(" "))) return rest;
  if (program === "node" && rest.includes("--test")) return rest;
  if (isPython(program) && rest[0] === "-m" && /^(?:pytest|unittest)$/.test(rest[1] ?? "")) return rest.slice(2);
  if (STARTERS.has(program)) {
    const at = rest.findIndex((word) => !/^(?:-.*|run|exec|tool)$/.test(word));
    return at === -1 ? null : afterRunner(rest.slice(at));
  }
  const runsOne = program === "node" || isPython(program) || isShell(program);
  return runsOne && rest.length === 1 && isTestFile(normalizePath(rest[0] ?? "")) ? rest : null;
};
