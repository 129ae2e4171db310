import { isCheckTool, withoutRunners } from "./checks/check-command.ts";
import { calledScript } from "./checks/distinct-checks.ts";
import { calledFile, isShell, programName } from "./inline/program-name.ts";
import { shellProgram } from "./inline/shell-program.ts";
import { type ProjectFolder, placeIn, type Tree } from "./place.ts";
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
  const steps = stepsOf(argv, placeIn(tree, folder), 0) ?? [];
  // Of any program, it is only known that it comes last.
  const runs = steps.map((step, at) => (step === "program" && at < steps.length - 1 ? "other" : step));
  const count = runs.filter((step) => step !== "other").length;
  // Go and cargo close each of their packages, so that runs of theirs cannot be counted.
  const isCounted = count === 1 || (count > 1 && !runs.includes("packages"));
  return isCounted ? { count, isLast: runs.at(-1) !== "other" } : null;
};

/** Scripts may call each other. */
const MOST_CALLS = 5;

const stepsOf = (argv: readonly string[], place: ProjectFolder, calls: number): Steps => {
  const called = calledScript(argv, place);
  if (called !== null) return stepsIn(called.text, place, calls);
  const words = withoutWrapper(argv);
  if (words.length < argv.length) return stepsOf(words, place, calls);
  const [first = ""] = words;
  if (!isShell(programName(first)) && !first.endsWith(".sh")) return stepOf(words, place);
  const inline = shellProgram("bash")(words) ?? shellProgram("sh")(words);
  return stepsIn(inline === null ? place.text(calledFile(words)) : inline.code, place, calls);
};

const WRAPPERS = /^(?:\w+=.*|exec|time|env|cross-env|c8|nyc|sh(?=(?: -\S+)* \S*(?:mvn|gradle)w )) /;

const withoutWrapper = (argv: readonly string[]): readonly string[] => {
  const words = withoutRunners(argv);
  const start = words.findIndex((word, at) => at > 0 && !word.startsWith("-"));
  return start > 0 && WRAPPERS.test(words.join(" ")) ? words.slice(start) : words;
};

/** What seldom fails, and runs nothing. */
const IDLE = /^(?:set|export|echo|printf|true|:|mkdir|rm|cp|touch|ls|pwd|sleep|date)(?: |$)|^\w+=\S*$/;
/** The shell's syntax that is not followed. */
const SYNTAX =
  /[|&(){}<>`$!\\'"]|^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|trap|exit|return|eval|source|\.|cd)(?: |$)/;
const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g;
const TO_ROOT = /^cd "?\$\((?:dirname [^;&|\n]*|git rev-parse --show-toplevel\)"?)$/gm;
/** Comments, redirections, and at the end what keeps a log, and what is done about a failure. */
const ASIDE = /(?:^|\s)#.*$|\s\d?>&?\s*\S+|(?:\|\s*tee\b[^|]*)?(?:\|\|\s*(?:true|:|exit(?: \d+)?|echo\b[^|]*))?$/g;

const stepsIn = (text: string | null, place: ProjectFolder, calls: number): Steps => {
  if (text === null || calls === MOST_CALLS) return null;
  const plain = text.replaceAll("\\\n", " ").replace(TO_ROOT, "").replace(QUOTED, "QUOTED");
  const all = plain.split(/\r?\n|;|&&/).map((piece) => {
    const line = piece.trim().replace(ASIDE, "").trim();
    if (line === "" || IDLE.test(line)) return [];
    return SYNTAX.test(line) ? null : stepsOf(line.split(/\s+/), place, calls + 1);
  });
  return all.every((steps) => steps !== null) ? all.flat() : null;
};

/** Programs that start others in ways of their own, unless they install. */
const STARTS_OTHERS =
  /^(?:g?make|ninja|just|task|tox|nox|hatch|rake|gulp|grunt|turbo|nx|lerna|run-[sp]|npm-run-all2?|concurrently|(?:npm|pnpm|yarn(?= ))(?! (?:ci|i|install)\b)|docker|xargs|find|QUOTED)(?: |$)/;
/** Interpreters, and runners that no check of a CI is known by. */
const PROGRAMS =
  /^(?:node|python[\d.]*|py\.test|tsx|ts-node|deno|bun|ruby|perl|php|vitest|tape|prove|rspec|phpunit|dotnet|react-scripts|craco|[\w-]+-(?:mocha|jest)|(?:mvn|gradle)w?)$/;
const TESTS = /test|tape|prove|spec|phpunit|check|verify|unit|e2e/i;
/** Options with which a runner stops at a failure, and what does more after the tests. */
const STOPS =
  / --?(?:bail|fail-?fast|exitfirst|maxfail|max-failures|stop-on-\w+)\b(?!=(?:0|false)\b)|\bpy\.?test\b.* -(?![rnpkmoc])[a-z]*x|\bunittest\b.* -[bcqv]*f|\b(?:mocha|ava|jest)\b.* -b\b|^(?:mvn|gradle)w?\b(?:.*\b(?:verify|install|package|deploy|check|build)\b|(?!.*\btest\b))/;
/** Without that option, it leaves out other projects too. */
const GRADLE = /^gradlew? (?!.*--continue\b)/;
const GRADLE_PROJECT = /(?:^|\/)build\.gradle(?:\.kts)?$/;

const stepOf = (argv: readonly string[], { files }: ProjectFolder): Steps => {
  const [first = "", ...rest] = argv;
  const words = [programName(first), ...rest];
  const [program = ""] = words;
  const line = words.join(" ");
  if (runsNoTest(argv.join(" "))) return ["other"];
  if (STARTS_OTHERS.test(line) || STOPS.test(line)) return null;
  if (GRADLE.test(line) && files.filter((path) => GRADLE_PROJECT.test(path)).length > 1) return null;
  if (program === "go" || program === "cargo") return [/^\w+ (?:test|nextest)\b/.test(line) ? "packages" : "other"];
  if (isCheckTool(words)) return ["tests"];
  if (PROGRAMS.test(program)) return [TESTS.test(line) ? "tests" : "program"];
  return first.includes("/") ? null : ["other"];
};
