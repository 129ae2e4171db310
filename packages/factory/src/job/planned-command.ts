import type { Acceptance, CheckFile, RepoPath } from "@llmch/contract";
import { someTests, type TestRuns, type WantedTests } from "@llmch/languages";
import { accepted, commandWords, type Result, rejected } from "@llmch/text";

/** A command to run: how it is displayed, and how it is started. */
export interface PlannedCommand {
  readonly display: string;
  readonly argv: readonly string[];
  /** For a command that verifies the repo: the test files in its folder and below, by their paths from the root. */
  readonly testFiles?: readonly string[];
  /** For such a command: the runs of tests that it starts, null if that cannot be told. */
  readonly runs?: TestRuns | null;
  /** True for such a command if what it changes in the folders of dependencies is what the others are to find. */
  readonly installs?: boolean;
  /** The check files that it finds; left out if there are none. */
  readonly checks?: readonly CheckFile[];
  /** Null for the repo's root. */
  readonly folder: RepoPath | null;
}

/**
 * Acceptance commands, ready to start. Hidden ones are last: code under test can read the command line of the process that it
 * is in, and nothing that it leaves in the worktree reaches a visible command's output. The issue names the first that cannot be parsed.
 */
export const plannedAcceptance = (acceptance: readonly Acceptance[]): Result<readonly PlannedCommand[], string> => {
  const planned: PlannedCommand[] = [];
  for (const { command, checks } of acceptance.toSorted((a, b) => Number(a.hidden) - Number(b.hidden))) {
    const each = plannedCommand(command);
    if (!each.ok) return each;
    planned.push(checks === undefined ? each.value : { ...each.value, checks });
  }
  return accepted(planned);
};

/** A command at the repo's root, ready to start. */
export const plannedCommand = (display: string): Result<PlannedCommand, string> => {
  const words = commandWords(display);
  if (!words.ok) return rejected(`${display}: ${words.issues[0]}`);
  return accepted({ display, argv: words.value, folder: null });
};

/**
 * The command for some of its tests alone; null if its runner cannot tell them apart.
 * @param manifest the text of the package.json in its folder; null if there is none
 */
export const narrowedTo = (
  { argv: whole, folder, display, checks }: PlannedCommand,
  only: WantedTests,
  manifest: string | null,
): PlannedCommand | null => {
  const inFolder = (file: string) =>
    folder !== null && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
  const argv = someTests(whole, "name" in only ? only : { files: only.files.map(inFolder) }, manifest);
  const named = "name" in only ? only.name : only.files.join(", ");
  const files = checks === undefined ? {} : { checks };
  return argv === null ? null : { argv, folder, display: `${display} (${named})`, ...files };
};
