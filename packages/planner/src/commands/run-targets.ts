import { normalizePath, pathFault } from "@llmch/contract";
import { isPython, isShell, programName } from "@llmch/languages";

/**
 * The missing files and folders of the repo that a command runs: `python x.py`, `bash x.sh`, `node x.js`, `pytest path`, `./tool`. Skips
 * the word after an unknown option, since it may be its value. Also skips folders that builds and installs fill, patterns, and paths that
 * lead out of the repo.
 */
export const missingTargets = (argv: readonly string[], exists: (path: string) => boolean): readonly string[] =>
  pathsRun(argv)
    .map(normalizePath)
    .filter((path) => !exists(path) && isOfTheRepo(path) && !alternatives(path).some(exists));

const pathsRun = (argv: readonly string[]): readonly string[] => {
  const [command = "", ...args] = argv;
  const own = command.includes("/") ? [command] : [];
  const program = programName(command);
  if (isPython(program)) return [...own, ...runByPython(args)];
  if (program === "pytest" || program === "py.test") return [...own, ...testedByPytest(args)];
  if (program === "node") return [...own, ...runByNode(args)];
  if (isShell(program)) return [...own, ...first(operands(args, SHELL_FLAGS, SHELL_CODE))];
  return own;
};

const runByPython = (args: readonly string[]): readonly string[] => {
  const module = args.findIndex(
    (word, index) => word === "-m" && args.slice(0, index).every((before) => PYTHON_FLAGS.test(before)),
  );
  if (module === -1) return first(operands(args, PYTHON_FLAGS, PYTHON_CODE));
  const rest = args.slice(module + 2);
  switch (args[module + 1]) {
    case "pytest":
      return testedByPytest(rest);
    case "unittest":
    case "py_compile":
      return (operands(rest, UNITTEST_FLAGS, null) ?? []).filter((word) => word.endsWith(".py"));
    default:
      return [];
  }
};

const testedByPytest = (args: readonly string[]): readonly string[] =>
  (operands(args, PYTEST_FLAGS, /^--pyargs$/) ?? []).map((word) => word.split("::")[0] ?? "");

const runByNode = (args: readonly string[]): readonly string[] => {
  const found = operands(args, NODE_FLAGS, NODE_CODE);
  return args.includes("--test") ? (found ?? []) : first(found);
};

const PYTHON_FLAGS = /^-[bBdEiIOPqRsStuvx]+$/;
const PYTHON_CODE = /^-[bBdEiIOPqRsStuvx]*[cm]|^-$/;
const SHELL_FLAGS = /^-[efhlnuvx]+$/;
const SHELL_CODE = /^-[a-z]*[cs]|^-$/;
const UNITTEST_FLAGS = /^-(?:[vqfcb]+|-(?:verbose|quiet|failfast|catch|buffer|locals))$/;
const PYTEST_FLAGS =
  /^-(?:[qvxsl]+|-(?:quiet|verbose|exitfirst|lf|last-failed|ff|failed-first|sw|stepwise|showlocals|no-header|no-summary|no-cov|strict-markers|strict-config|disable-warnings|co|collect-only))$/;
const NODE_FLAGS =
  /^--(?:test|test-only|check|no-warnings|enable-source-maps|experimental-[\w-]+|trace-[\w-]+|throw-deprecation|use-strict)$|^-c$/;
const NODE_CODE = /^-(?:e|p|pe|i|-eval|-print|-interactive)$|^-$/;

const first = (words: readonly string[] | null): readonly string[] => words?.slice(0, 1) ?? [];

/**
 * The words that are neither options nor their values, including a script's own arguments. Null if an option matches `code`, so that there
 * is no file. An option may take the next word unless it is a known flag or has a `=` value.
 */
const operands = (args: readonly string[], flags: RegExp, code: RegExp | null): readonly string[] | null => {
  const found: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--") return [...found, ...args.slice(index + 1)];
    if (!word.startsWith("-")) found.push(word);
    else if (found.length === 0 && code?.test(word)) return null;
    else if (!flags.test(word) && !word.includes("=")) index++;
  }
  return found;
};

/** Hidden folders, and those that builds and installs fill. */
const MADE = /^(?:\.|(?:node_modules|venv|dist|build|out|target|coverage)(?:\/|$))|\/node_modules\//;

const isOfTheRepo = (path: string): boolean => !MADE.test(path) && pathFault(path) === null && !SHELL_TEXT.test(path);

/** Text meant for a shell, which W203 reports. */
const SHELL_TEXT = /[$`~;|&<>{}]/;

/** Node adds extensions itself, and a compiler may put a script next to its source. */
const alternatives = (path: string): readonly string[] => {
  const script = /^(.*)\.([cm]?)jsx?$/.exec(path);
  if (script !== null) return [`${script[1]}.${script[2]}ts`, `${script[1]}.tsx`];
  return /\.[a-z]+$/.test(path) ? [] : ["js", "cjs", "mjs", "json"].map((extension) => `${path}.${extension}`);
};
