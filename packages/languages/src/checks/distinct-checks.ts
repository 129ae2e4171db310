import { commandArgv, member } from "@llmch/text";
import { programName } from "../inline/program-name.ts";
import { type ProjectFolder, placeIn, type Tree } from "../place.ts";
import { scriptsOf } from "../profiles/node.ts";
import { withoutRunners } from "./check-command.ts";
import { runsInCloud } from "./ci-checks.ts";
import { TEST_RUNNERS, type TestRunner } from "./test-runners.ts";

/** The commands without those whose tests another of them runs as well, in the same or a wider place, and as strictly. The first stays. */
export const distinctChecks = (commands: readonly string[], tree: Tree): readonly string[] => {
  const place = placeIn(tree, null);
  const runs = commands.map((command) => runsOf(command, place));
  return commands.filter((_, index) => {
    const own = runs[index] ?? [];
    return !runs.some((other, at) => at !== index && covers(other, own) && (at < index || !covers(own, other)));
  });
};

/** One run of tests in a command. */
interface TestRun {
  readonly runner: TestRunner;
  readonly places: readonly string[];
  readonly stricter: readonly string[];
}

/** Another program is known by its words alone. Null for what changes the shell that the rest runs in. */
type Part = TestRun | string | null;

const covers = (wide: readonly Part[], narrow: readonly Part[]): boolean =>
  narrow.length > 0 && narrow.every((part) => part !== null && wide.some((other) => holds(other, part)));

const holds = (wide: Part, narrow: TestRun | string): boolean =>
  typeof wide === "string" || typeof narrow === "string" ? wide === narrow : wide !== null && runsAll(wide, narrow);

const runsAll = (wide: TestRun, narrow: TestRun): boolean =>
  wide.runner === narrow.runner &&
  narrow.stricter.every((option) => wide.stricter.includes(option)) &&
  narrow.places.every((place) => wide.places.some((each) => wide.runner.reaches(each, place, wide.stricter)));

/** Scripts may call each other. */
const MOST_CALLS = 3;

const runsOf = (command: string, place: ProjectFolder, calls = 0): readonly Part[] =>
  command.split(" && ").flatMap((part): readonly Part[] => {
    const words = commandArgv(part);
    if (!words.ok) return [null];
    const called = calls < MOST_CALLS ? calledScript(words.value, place) : null;
    return called?.isAlone === true ? runsOf(called.text, place, calls + 1) : [testRun(withoutRunners(words.value))];
  });

/** The commands that run nothing in the browsers of a service, not even by the scripts that they call. */
export const localChecks = (commands: readonly string[], tree: Tree): readonly string[] => {
  const place = placeIn(tree, null);
  const textOf = (command: string, calls = 0): string => {
    const words = commandArgv(command);
    const called = words.ok && calls < MOST_CALLS ? calledScript(words.value, place) : null;
    const parts = called?.text.split(/ && |\n/) ?? [];
    return [command, ...parts.map((part) => textOf(part, calls + 1))].join("\n");
  };
  return commands.filter((command) => !runsInCloud(textOf(command)));
};

/** A script of package.json that a package manager runs, with what runs before and after it, a line each; null for any other command. */
export const calledScript = (
  [manager = "", ...words]: readonly string[],
  place: ProjectFolder,
): { readonly text: string; readonly isAlone: boolean } | null => {
  // Bun has a test runner of its own.
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager) || (manager === "bun" && words[0] === "test")) return null;
  const [name = "", ...rest] = /^run(?:-script)?$/.test(words[0] ?? "") ? words.slice(1) : words;
  const scripts = scriptsOf(place.json("package.json"));
  const [before, own, after] = ["pre", "", "post"].map((when) => member(scripts, when + name));
  if (typeof own !== "string") return null;
  const lines = [before ?? [], [own, ...rest].join(" "), after ?? []].flat();
  return { text: lines.join("\n"), isAlone: lines.length === 1 && rest.length === 0 };
};

const testRun = ([first = "", ...words]: readonly string[]): Part => {
  const argv = [programName(first), ...words];
  const other = /^(?:cd|export|set|source|\.)$|=/.test(first) ? null : argv.join(" ");
  for (const runner of TEST_RUNNERS) {
    const start = runner.words.find((each) => each.every((word, index) => argv[index] === word));
    if (start !== undefined) return runWith(runner, argv.slice(start.length)) ?? other;
  }
  return other;
};

/** Null for options of unknown effect. */
const runWith = (runner: TestRunner, words: readonly string[]): TestRun | null => {
  const options = words.filter((word) => word.startsWith("-"));
  const stricter = options.filter((option) => runner.stricter.test(option));
  if (!options.every((option) => runner.neutral.test(option) || stricter.includes(option))) return null;
  const places = words.filter((word) => !word.startsWith("-")).map(runner.placeOf);
  return { runner, places: places.length === 0 ? [runner.standard] : places, stricter };
};
