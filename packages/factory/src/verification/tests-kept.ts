import type { AcceptedChange, FileState } from "@llmch/contract";
import {
  type CallingText,
  callsScripts,
  decidesVerification,
  isTestFile,
  reachedTexts,
  runsFile,
  testCases,
} from "@llmch/languages";
import { counted, utf8Text, withoutNames } from "@llmch/text";
import { isKeptWhole, type RanCommand } from "../commands/run-commands.ts";
import { type Files, textAt } from "../job/files.ts";
import type { TestsKept } from "../job/outcome.ts";
import { listed, type RedCommand, type TestsTold } from "../job/red-command.ts";
import type { StandingFiles } from "../review/changed-files.ts";
import { type KnownStart, testsTold } from "./tests-ran.ts";
import type { TreeVerification } from "./verify-tree.ts";

export const NOTHING_CHANGED: TestsKept = { changed: [], lost: [], weakened: [] };

/** Compares what verified the repo before an order's work with what verifies it now. */
export const testsKept = async (
  { ran, red }: Pick<TreeVerification, "ran" | "red">,
  known: KnownStart,
  changes: readonly AcceptedChange[],
  standing: StandingFiles,
  files: Pick<Files, "trackedFiles" | "inspect">,
): Promise<TestsKept> => {
  const edits = changes.map((change) => ({ path: change.path, ...textsOf(change, standing.get(change.path)) }));
  const tests = edits.filter(({ path }) => isTestFile(path));
  const { commands, texts, reached } = await textsThatCall(ran, files);
  const calling = [...commands.map(({ folder, text }) => folder + text), ...texts];
  // A product that a command starts by itself is tried, and does not try. Of a file with test cases, these are counted.
  const isRun = (path: string, before: string) =>
    runsFile(path, [...(/^(?:src|lib)\//.test(path) ? [] : commands), ...reached]) &&
    !(isTestFile(path) && (testCases(path, before)?.cases ?? 0) > 0);
  const isVerified = known.tests === null || known.tests.length > 0;
  const deciding = edits.filter(
    ({ path, before, after }) =>
      isVerified &&
      (before !== null || known.tests !== null) &&
      ((!isTestFile(path) && decidesVerification(path, before, after, calling)) ||
        (before !== null && before !== after && isRun(path, before))),
  );
  const lost = [...fewer(known.tests ?? [], ran, red), ...fewerByWords(tests, known.tests ?? [], ran)];
  const names = deciding.map(({ path }) => path).sort();
  return {
    changed: [...new Set([...tests.flatMap(({ path, before }) => (before === null ? [] : [path])).sort(), ...names])],
    lost,
    weakened: [
      ...lost,
      ...(names.length === 0
        ? []
        : [`${listed(names)} ${names.length === 1 ? "decides" : "decide"} what verifies the repo`]),
    ],
  };
};

interface Edit {
  readonly path: string;
  /** Null if there was no such file, and empty if it is not text. */
  readonly before: string | null;
  readonly after: string | null;
}

const textsOf = (change: AcceptedChange, state: FileState | undefined): Omit<Edit, "path"> => ({
  before: state?.kind === "file" ? (state.text ?? "") : null,
  after: change.kind === "remove" ? null : (utf8Text(change.content) ?? ""),
});

/** The commands that verify the repo, the texts of the files that may call scripts for them, and those of their parts that do. */
const textsThatCall = async (ran: readonly RanCommand[], files: Pick<Files, "trackedFiles" | "inspect">) => {
  const commands = ran.map(
    ({ planned: { display, folder } }): CallingText => ({ folder: folder === null ? "" : `${folder}/`, text: display }),
  );
  const tracked = await files.trackedFiles();
  const texts = new Map<string, string>();
  let reached: readonly CallingText[] = [];
  const isNext = (path: string) => SHELL.test(path) && !texts.has(path) && runsFile(path, [...commands, ...reached]);
  for (let next = tracked.filter(callsScripts); next.length > 0 && texts.size < 2 * MOST_FILES; ) {
    for (const path of next.slice(0, MOST_FILES)) texts.set(path, (await textAt(path, files)) ?? "");
    reached = reachedTexts(commands, texts);
    next = tracked.filter(isNext);
  }
  return { commands, texts: texts.values(), reached };
};
/** A shell script, by its name. */
const SHELL = /\.(?:ba|z)?sh$|(?:^|\/)[^./]+$/;
const MOST_FILES = 20;

/** What the runners told: of all commands together, as tests may move from one to the other. */
const fewer = (then: TestsTold, ran: readonly RanCommand[], red: readonly RedCommand[]): readonly string[] => {
  // A first run that failed by chance may have ended early, and of too much output nothing is known.
  const isTold = ({ ok, planned, result }: RanCommand) =>
    isKeptWhole(result) && (ok || red.some(({ command }) => command === planned.display));
  const untold = new Set(ran.flatMap((each) => (isTold(each) ? [] : [each.planned.display])));
  const [before, after] = [then, testsTold(ran)].map((told) => told.filter(({ command }) => !untold.has(command)));
  const sum = (told: TestsTold = [], of: "ran" | "skipped") => told.reduce((all, each) => all + (each[of] ?? 0), 0);
  const [were, are] = [sum(before, "ran"), sum(after, "ran")];
  const skipped = sum(after, "skipped") - sum(before, "skipped");
  const gone = missing(namesOf(before), namesOf(after));
  const names = gone.length === 0 ? "" : `: ${listed(gone)}`;
  if (are < were)
    return [`${counted(were - are, "test")} that ran before ${were - are === 1 ? "does" : "do"} not${names}`];
  if (skipped > 0 && were > 0)
    return [`${counted(skipped, "test")} more ${skipped === 1 ? "is" : "are"} skipped${names}`];
  return gone.length === 0 ? [] : [`no test that passes is called so any more${names}`];
};

const namesOf = (told: TestsTold = []) => told.flatMap(({ names = [] }) => names);

/** A runner that names none now tells nothing. */
const missing = (before: readonly string[], after: readonly string[]): readonly string[] => {
  if (after.length === 0) return [];
  const [gone, come] = [withoutNames(before, after), withoutNames(after, before)];
  // Numbers in names may change from run to run.
  return withoutNames(gone, come, (name) => name.replace(/\d+/g, "0"));
};

/**
 * What the words of changed tests tell: of marks always, since a test that is expected to fail still runs, and of cases where no runner told
 * how many ran. Moved cases are not gone.
 */
const fewerByWords = (tests: readonly Edit[], then: TestsTold, ran: readonly RanCommand[]): readonly string[] => {
  const isCounted = (path: string) =>
    ran.some(
      ({ planned: { display, folder }, tests: told }) =>
        told.ran !== null &&
        told.takes(path) &&
        (folder === null || path.startsWith(`${folder}/`)) &&
        then.some(({ command, ran: count }) => command === display && count !== null),
    );
  const counts = tests.flatMap(({ path, before, after }) => {
    const [was, is] = [testCases(path, before ?? ""), testCases(path, after ?? "")];
    if (was === null || is === null) return [];
    const cases = isCounted(path) ? 0 : is.cases - was.cases;
    return [{ path, isGone: after === null, cases, marks: is.marks - was.marks }];
  });
  const sum = (of: "cases" | "marks") => counts.reduce((all, count) => all + count[of], 0);
  const isFewer = sum("cases") < 0;
  return counts.flatMap(({ path, isGone, cases, marks }) => [
    ...(isFewer && cases < 0
      ? [`${path} ${isGone ? "is gone, with" : "has"} ${counted(-cases, "case")}${isGone ? "" : " fewer"}`]
      : []),
    ...(sum("marks") > 0 && marks > 0 ? [`${path} skips, expects to fail or runs alone ${marks} more`] : []),
  ]);
};
