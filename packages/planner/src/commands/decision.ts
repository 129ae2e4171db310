import { normalizePath } from "@llmch/contract";
import { inlineProgram, isPython, isShell, programName } from "@llmch/languages";
import { splitCommand } from "@llmch/text";
import { type Decision, programDecision } from "./inline-decision.ts";
import { testedFiles } from "./test-run.ts";

/** Answers questions about an order's own tests. */
export interface OwnTests {
  /** True if the order writes tests at all. */
  some(): boolean;
  /** True for a test file that the order creates. */
  has(path: string): boolean;
  /** True if the path names a file that exists after the order. */
  isFile(path: string): boolean;
  /** True for a file that the order creates and in which its program starts. */
  isStart(path: string): boolean;
}

/**
 * What a command decides. Running a program counts as deciding, since it may fail by its own checks, and so does anything unknown: to blame
 * a good command is worse than to miss one that decides nothing.
 */
export const decisionOf = (argv: readonly string[], tests: OwnTests): Decision => {
  const words = unwrapped(argv);
  if (onlyLooks(words)) return "looks";
  const found = inlineProgram(words);
  if (found?.code != null) {
    if (isShell(programName(words[0]))) return shellDecision(found.code, tests);
    return programDecision(found.program.syntax, found.code, found.option);
  }
  const tested = testedFiles(words, tests.isFile);
  if (tested !== null) {
    const areOwn = tested.length === 0 ? tests.some() : tested.every(tests.has);
    return areOwn ? "own tests" : "decides";
  }
  return (HELP.test(words.at(-1) ?? "") && words.length > 1) || onlyStarts(words, tests) ? "prints" : "decides";
};

/** A program whose exit code is its answer shows that by its name or arguments. */
const ANSWERS = /check|test|verif|valid|lint|spec|assert|smoke|prove|audit|doctor|diff|compare/i;

/** True if the command only runs the order's program: its exit code only shows that the program did not crash. */
const onlyStarts = (argv: readonly string[], { isStart }: OwnTests): boolean => {
  const [first = "", second = "", third = ""] = argv;
  const program = programName(first);
  const path =
    isPython(program) && second === "-m"
      ? `${third.replaceAll(".", "/")}/__main__.py`
      : normalizePath(program === "node" || isPython(program) ? second : first);
  return isStart(path) && !argv.some((word) => ANSWERS.test(word));
};

const HELP = /^(?:--help|-h|--version|-V)$/;

/** The command after `env X=1` and `timeout 10`. */
const unwrapped = (argv: readonly string[]): readonly string[] => {
  const program = programName(argv[0]);
  if (program === "env") return unwrapped(argv.slice(1 + countWhile(argv.slice(1), /^[A-Za-z_]\w*=/)));
  return program === "timeout" && /^\d+[smh]?$/.test(argv[1] ?? "") ? unwrapped(argv.slice(2)) : argv;
};

const countWhile = (words: readonly string[], pattern: RegExp): number => {
  const end = words.findIndex((word) => !pattern.test(word));
  return end === -1 ? words.length : end;
};

const LOOKING: ReadonlySet<string> = new Set(
  "grep egrep fgrep rg ag ack ls cat head tail wc stat file tree".split(" "),
);
const CHECKS_SYNTAX: Readonly<Record<string, RegExp>> = {
  node: /^(?:--check|-c)$/,
  ruby: /^-c$/,
  perl: /^-c$/,
  php: /^-l$/,
};

const onlyLooks = (argv: readonly string[]): boolean => {
  const [first = "", option = "", module = ""] = argv;
  const program = programName(first);
  if (LOOKING.has(program)) return true;
  if (program === "find") return !argv.some((word) => /^-(?:exec|ok)/.test(word));
  if (program === "test" || program === "[") return /^-[bdefghLrsSwx]$/.test(option === "!" ? module : option);
  if (isPython(program)) return option === "-m" && /^(?:py_compile|compileall|json\.tool)$/.test(module);
  if (isShell(program)) return option === "-n";
  return CHECKS_SYNTAX[program]?.test(option) ?? false;
};

/** Anything that passes one command's output or exit code to another may decide. */
const MAY_DECIDE = /[|<`!]|\$\(|\[\[|\b(?:if|case|while|until|for|exit|diff|cmp|trap|function)\b|\|\|/;
const NEUTRAL: ReadonlySet<string> = new Set(["cd", "export", "set", "mkdir", "true", ":", "echo", "printf"]);

/** A shell line decides if one of its commands does. */
const shellDecision = (code: string, tests: OwnTests): Decision => {
  if (MAY_DECIDE.test(code)) return "decides";
  const decisions = code.split(/&&|;|\n/).flatMap((line): readonly Decision[] => {
    const words = splitCommand(line);
    if (!words.ok) return ["decides"];
    const argv = words.value.map(({ text }) => text);
    return argv.length === 0 || NEUTRAL.has(argv[0] ?? "") ? [] : [decisionOf(argv, tests)];
  });
  return decisions.includes("decides") ? "decides" : (decisions[0] ?? "decides");
};
