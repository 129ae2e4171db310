import { commandWords, isJsonObject, member } from "@llmch/contract";
import { isCheckTool, withoutRunners } from "./checks/check-command.ts";
import { calledScript } from "./checks/distinct-checks.ts";
import { isShell, programName } from "./inline/program-name.ts";
import { shellProgram } from "./inline/shell-program.ts";
import { placeIn, type Tree } from "./place.ts";
import type { VerifyCommand } from "./profile.ts";
import { runsNoTest } from "./verification.ts";

/** The runs of tests that a command starts, one after another. */
export interface TestRuns {
  readonly count: number;
  /** True if nothing comes after the last of them: its failure hides nothing. */
  readonly isLast: boolean;
}

/** What a command does, step by step; null for what may start several programs in ways of its own. */
type Steps = readonly ("tests" | "packages" | "program" | "other")[] | null;

/** Followed through the scripts of package.json and simple shell scripts; null if it cannot be told. */
export const testRunsOf = ({ argv, folder }: VerifyCommand, tree: Tree): TestRuns | null => {
  const steps = stepsOf(argv, folder, tree, 0) ?? [];
  // Of any program, it is only known that it comes last.
  const runs = steps.map((step, at) => (step === "program" && at < steps.length - 1 ? "other" : step));
  const count = runs.filter((step) => step !== "other").length;
  // Go and cargo close each of their packages, so that runs of theirs cannot be counted.
  const isCounted = count === 1 || (count > 1 && !runs.includes("packages"));
  return isCounted ? { count, isLast: runs.at(-1) !== "other" } : null;
};

/** Scripts may call each other. */
const MOST_CALLS = 5;

const stepsOf = (argv: readonly string[], folder: VerifyCommand["folder"], tree: Tree, calls: number): Steps => {
  const place = placeIn(tree, folder);
  const inText = (text: string | null) =>
    text === null || calls === MOST_CALLS ? null : stepsOfText(text, folder, tree, calls + 1);
  const called = calledScript(argv);
  const scripts = member(place.json("package.json"), "scripts");
  if (called !== null && isJsonObject(scripts) && Object.hasOwn(scripts, called.name)) {
    const [before, text, after] = ["pre", "", "post"].map((when) => member(scripts, when + called.name) ?? "");
    return inText([before, [text, ...called.rest].join(" "), after].join("\n"));
  }
  const words = withoutWrappers(argv);
  if (words.length < argv.length) return stepsOf(words, folder, tree, calls);
  const [first = ""] = words;
  if (!isShell(programName(first)) && !first.endsWith(".sh")) return step(words, place.files);
  const inline = shellProgram("bash")(words) ?? shellProgram("sh")(words);
  if (inline !== null) return inText(inline.code);
  const file = words.find((word) => !word.startsWith("-") && !isShell(programName(word))) ?? "";
  return /(?:^|\/)(?:mvn|gradle)w$/.test(file)
    ? step(words.slice(words.indexOf(file)), place.files)
    : inText(place.text(file.replace(/^\.\//, "")));
};

const WRAPPERS = /^(?:\w+=.*|exec|time|env|cross-env|c8|nyc)$/;

const withoutWrappers = (argv: readonly string[]): readonly string[] => {
  const [first = "", ...rest] = withoutRunners(argv);
  const start = rest.findIndex((word) => !word.startsWith("-"));
  return WRAPPERS.test(first) && start !== -1 ? withoutWrappers(rest.slice(start)) : [first, ...rest];
};

/** What seldom fails, and runs nothing. */
const IDLE = /^(?:set|export|echo|printf|true|:|mkdir|rm|cp|touch|ls|pwd|sleep|date)(?: |$)|^\w+=\S*$/;
/** The shell's syntax that is not followed. */
const SYNTAX =
  /[|&(){}<>`$!\\]|^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|trap|exit|return|eval|source|\.|cd)(?: |$)/;
const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g;
const TO_ROOT = /^cd "?\$\((?:dirname [^;&|\n]*|git rev-parse --show-toplevel\)"?)$/gm;

const stepsOfText = (text: string, folder: VerifyCommand["folder"], tree: Tree, calls: number): Steps => {
  const plain = text.replaceAll("\\\n", " ").replace(TO_ROOT, "").replace(QUOTED, "QUOTED");
  const all = plain.split(/\r?\n|;|&&/).map((piece) => {
    const line = piece
      .replace(/(?:^|\s)#.*$/, "")
      .replace(/\s\d?>&?\s*\S+/g, "")
      .replace(/\|\|\s*(?:true|:|exit(?: \d+)?|echo\b[^|]*)\s*$/, "")
      .replace(/\|\s*tee\b[^|]*$/, "")
      .trim();
    if (line === "" || IDLE.test(line)) return [];
    const words = SYNTAX.test(line) ? null : commandWords(line);
    return words?.ok === true ? stepsOf(words.value, folder, tree, calls) : null;
  });
  return all.every((steps) => steps !== null) ? all.flat() : null;
};

/** Programs that start others in ways of their own. */
const STARTS_OTHERS =
  /^(?:g?make|ninja|just|task|tox|nox|hatch|rake|gulp|grunt|turbo|nx|lerna|run-[sp]|npm-run-all2?|concurrently|npm|pnpm|yarn|docker|xargs|find|QUOTED)$/;
const INSTALLS = /^(?:npm|pnpm|yarn|bun) (?:ci|i|install)\b|^yarn$/;
/** Interpreters, and runners that no check of a CI is known by. */
const PROGRAMS =
  /^(?:node|python[\d.]*|py\.test|tsx|ts-node|deno|bun|ruby|perl|php|vitest|tape|prove|rspec|phpunit|dotnet|react-scripts|craco|[\w-]+-(?:mocha|jest))$/;
const TESTS = /test|tape|prove|spec|phpunit|check|verify|unit|e2e/i;
/** Options with which a runner stops at a failure. */
const STOPS =
  / --?(?:bail|fail-?fast|exitfirst|maxfail|max-failures|stop-on-\w+)\b(?!=(?:0|false)\b)|\bpy\.?test\b.* -(?![rnpkmoc])[a-z]*x|\bunittest\b.* -[bcqv]*f|\b(?:mocha|ava|jest)\b.* -b\b/;
/** Not what does more after the tests. Without an option, Gradle leaves out other projects too. */
const TESTS_LAST = /^(?:mvn|gradle)w? (?!.*\b(?:verify|install|package|deploy|check|build)\b)(?=.*\btest\b)/;
const GRADLE = /(?:^|\/)build\.gradle(?:\.kts)?$/;

const step = (argv: readonly string[], files: readonly string[]): Steps => {
  const [first = "", ...rest] = argv;
  const words = [programName(first), ...rest];
  const [program = ""] = words;
  const line = words.join(" ");
  if (runsNoTest(argv.join(" ")) || INSTALLS.test(line)) return ["other"];
  if (STARTS_OTHERS.test(program) || STOPS.test(line)) return null;
  if (/^(?:mvn|gradle)w?$/.test(program)) {
    const isOne = program.startsWith("mvn") || files.filter((path) => GRADLE.test(path)).length < 2;
    return TESTS_LAST.test(line) && (isOne || rest.includes("--continue")) ? ["tests"] : null;
  }
  if (program === "go" || program === "cargo") return [/^\w+ (?:test|nextest)\b/.test(line) ? "packages" : "other"];
  if (isCheckTool(words)) return ["tests"];
  if (PROGRAMS.test(program)) return [TESTS.test(line) ? "tests" : "program"];
  return first.includes("/") ? null : ["other"];
};
