import { type AcceptedChange, acceptanceOf, type RepoPath, type WorkOrder } from "@llmch/contract";
import { isTestFile, makesFiles, runsNoTest, testCases } from "@llmch/languages";
import { commandLine, SHA256_OF_NOTHING, utf8Text } from "@llmch/text";
import type { RanCommand } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import { listed, type RedCommand, type TestsTold } from "../job/red-command.ts";
import { testsIn } from "./evidence.ts";

/** What is known about the tree that an order starts from. */
export interface KnownStart {
  readonly red: readonly RedCommand[];
  /** A command that is not among them told nothing, or ran tests. Null if that is not known. */
  readonly tests: TestsTold | null;
  /** The files of the tests that commands changed, which is not held against the order. */
  readonly changedTests: readonly string[];
}

export const NOTHING_KNOWN: KnownStart = { red: [], tests: null, changedTests: [] };

export const testsTold = (commands: readonly RanCommand[]): TestsTold =>
  commands.map(({ planned, tests: { ran, failed, skipped, names } }) => ({
    ...{ command: planned.display, ran, skipped },
    ...(failed === 0 ? {} : { failed }),
    ...(names.length === 0 ? {} : { names }),
  }));

/** Commands that ran no test although there are test files for them, or do not say how many they ran. One sentence each. */
export const idleInWords = (commands: readonly RanCommand[]): readonly string[] =>
  commands.flatMap(({ ok, planned: { display, testFiles = [], runs }, tests }) => {
    const isSilent = ok && tests.ran === null && runs != null && testFiles.length > 0 && !testFiles.some(tests.takes);
    if (isSilent && testsIn(testsTold(commands)) === null)
      return [
        `${commandLine(display)} prints no count of its tests, so a PASS cannot say how many ran: ${cureOf(display)}`,
      ];
    const own = tests.ran === 0 ? testFiles.filter(tests.takes) : [];
    if (own.length === 0) return [];
    return [`${display} ran no test, though there is ${listed(own, 3)}: it verifies nothing, and excuses nothing`];
  });

const cureOf = (command: string): string =>
  /\bpy\.?test\b/.test(command)
    ? "have it print its last line, with one `-q` less or a `-v` more (addopts count too)"
    : "name in verify.commands a runner that prints its summary";

/** How many tests a command finds if it runs a file alone; null if that cannot be told. */
type TestsAlone = (command: RanCommand, path: RepoPath) => Promise<number | null>;

/** Why commands that passed prove nothing about an attempt (contract §5.4); null if they do. */
export const untested = async (
  commands: readonly RanCommand[],
  start: KnownStart,
  order: Pick<WorkOrder, "acceptance_commands">,
  changes: readonly AcceptedChange[],
  alone: TestsAlone,
): Promise<string | null> => {
  const idle = commands.find(({ planned, tests }) => tests.ran === 0 && ranTests(planned, start));
  if (idle !== undefined) return `\`${idle.planned.display}\` ran no test, and ran some before this order`;
  const acceptance = acceptanceOf(order).map(({ command }) => command);
  const written = changes.filter((change) => {
    const name = /([^/]+?)\.\w+$/.exec(change.path)?.[1] ?? change.path;
    return isTestFile(change.path) && !acceptance.some((command) => mayRun(command, name));
  });
  const all = written.filter((change) => holdsTests(change) && isMissed(change.path, commands));
  const isNew = changes.every((change) => !isTestFile(change.path) || (isAdded(change) && written.includes(change)));
  for (const change of all.length > 0 || !isNew ? [] : written) {
    const [taker] = addsNothing(change.path, commands, start) ? takersOf(change.path, commands) : [];
    const found = taker === undefined ? 0 : await alone(taker, change.path);
    if (found === null ? holdsTests(change) : found > 0) all.push(change);
  }
  if (all.length === 0) return null;
  return `no command that verifies the repo ran the tests in ${listed(all.map(({ path }) => path))}: name and place test files so that the repo's runner finds them`;
};

/** True for a command that names a test file, and not only to look at it. */
const mayRun = (command: string, name: string): boolean =>
  command
    .split(/&&|\|\||[;|]/)
    .some((part) => part.includes(name) && !runsNoTest(part.trim()) && !LOOKS.test(part) && !READS.test(part));

const LOOKS =
  /^[\s"'(!]*(?:\S*sh -\w*c ["']?)?(?:\S*\/)?(?:test|\[|[ef]?grep|rg|cat|head|tail|wc|ls|stat|diff|cmp|find|git|sed|awk)\s/;
const READS = /\b(?:open|Path|isfile|exists(?:Sync)?|getsize|(?:read|stat)\w*)\(/;

const ranTests = ({ display: command, argv }: PlannedCommand, { red, tests }: KnownStart): boolean =>
  tests?.some(
    (each) =>
      each.command === command &&
      // A build that finds nothing to do never ran a test.
      (each.ran === null ? !namesNothing(command, red) && !makesFiles(argv) : each.ran > 0),
  ) === true;

const namesNothing = (command: string, red: KnownStart["red"]): boolean =>
  red.some((each) => each.command === command && (each.mark?.failures ?? []).length === 0);

/** True for a written test file with test cases, none of which is marked to be skipped. */
const holdsTests = (change: AcceptedChange): boolean => {
  if (change.kind !== "write" || !isTestFile(change.path)) return false;
  const found = testCases(change.path, utf8Text(change.content) ?? "");
  return found !== null && found.cases > 0 && found.marks === 0;
};

const isAdded = (change: AcceptedChange): boolean => change.kind === "write" && change.baseSha256 === SHA256_OF_NOTHING;

const takersOf = (path: string, commands: readonly RanCommand[]): readonly RanCommand[] =>
  commands.filter(({ planned, tests }) => tests.takes(path) && planned.testFiles?.includes(path) === true);

/** True if every runner of such files tells which it ran, and this one is not among them. */
const isMissed = (path: string, commands: readonly RanCommand[]): boolean => {
  const takers = takersOf(path, commands);
  return takers.length > 0 && takers.every(({ tests }) => tests.collected(path) === false);
};

/** Languages whose tests stand in test files alone. */
const TESTS_ONLY = /\.(?:py|[cm]?[jt]sx?)$/;

/** True if the runners of such files found no more tests than before the order. */
const addsNothing = (path: string, commands: readonly RanCommand[], { tests: before }: KnownStart): boolean => {
  const takers = TESTS_ONLY.test(path) ? takersOf(path, commands) : [];
  return (
    takers.length > 0 &&
    takers.every(({ planned, tests }) => {
      const then = before?.find(({ command }) => command === planned.display);
      if (then === undefined || then.ran === null || tests.ran === null) return false;
      return tests.collected(path) === null && tests.ran + tests.skipped <= then.ran + then.skipped;
    })
  );
};
