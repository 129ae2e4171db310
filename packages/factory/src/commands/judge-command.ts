import { comesBeforeTests, isTestCode } from "@llmch/languages";
import type { OrderJob } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { Workspace } from "../job/ports.ts";
import { type CommandRecord, type CommandsContext, type RanCommand, runCommand } from "./run-commands.ts";

/** What commands run with that judge work. */
export interface JudgingContext extends CommandsContext {
  readonly job: Pick<OrderJob, "timeoutSeconds" | "fixes" | "verifyEnv" | "unseen">;
  /** Puts back what a command changed; gives the paths of the work among it, and of the tests that it may not change. */
  readonly tidy: () => Promise<readonly string[]>;
}

/** A command that judged work. */
export interface JudgedCommand extends RanCommand {
  /** Files of the work and of the tests that it changed each time, so it judged something else; they are put back. */
  readonly altered: readonly string[];
}

/**
 * Runs a command on work that stays as it is: files that the command changes are put back. If files of the work or of the tests are among
 * them, the command runs once more, and its second verdict counts.
 * @param again whether this is already a second run
 */
export const judgeBy = async (
  planned: PlannedCommand,
  index: number,
  context: JudgingContext,
  again = false,
): Promise<JudgedCommand> => {
  const first = await runCommand(planned, index, context, again);
  const { ending } = first.result;
  const changed = ending === "interrupted" ? [] : await context.tidy();
  const heldOf = (altered: readonly string[]) => (isFix(planned, context.job) ? [] : altered);
  // What did not end by itself would use up its timeout once more.
  if (changed.length === 0 || ending !== "exited") return { ...first, altered: [] };
  if (again) return { ...first, altered: heldOf(changed) };
  const second = await runCommand(planned, index, context, true);
  const altered = await context.tidy();
  const record = { ...first.record, again: second.record, altered: [...changed] };
  return { ...second, record, altered: heldOf(altered) };
};

/** Runs commands on such work one after the other, and none after one that fails. */
export const untilOneFails = async (planned: readonly PlannedCommand[], context: JudgingContext) => {
  const records: CommandRecord[] = [];
  for (const [index, command] of planned.entries()) {
    const ran = await judgeBy(command, index, context);
    records.push(ran.record);
    if (!isPassed(ran)) return { records, failed: ran };
  }
  return { records, failed: null };
};

export const isPassed = ({ ok, altered }: JudgedCommand): boolean => ok && altered.length === 0;

/** True for a formatter or linter of the settings: what it makes of the work is part of it before anything is judged. */
const isFix = ({ display }: PlannedCommand, { fixes = [] }: Pick<OrderJob, "fixes">): boolean =>
  fixes.some(({ command }) => command.replace("{files}", "").trim() === display);

/** A workspace that is tidied after commands, and the paths of what they changed besides the work. */
export interface Tidying extends Pick<JudgingContext, "tidy"> {
  readonly drift: Set<string>;
  /** The files of the tests among them. */
  readonly changedTests: Set<string>;
}

/** @param mayChange the files of the tests that commands may change, as they did before the work; by default all */
export const tidying = (
  workspace: Pick<Workspace, "tidy" | "trackedFiles">,
  mayChange: readonly string[] | null = null,
): Tidying => {
  const [drift, changedTests] = [new Set<string>(), new Set<string>()];
  const tidy = async () => {
    const found = await workspace.tidy();
    for (const path of found.drift) drift.add(path);
    const tests = await testsAmong(found.drift, workspace);
    for (const path of tests) changedTests.add(path);
    return [...found.altered, ...tests.filter((path) => mayChange?.includes(path) === false)];
  };
  return { tidy, drift, changedTests };
};

/** The tracked files of the tests, and new configuration beside tracked files, which comes before what is tracked there. */
const testsAmong = async (
  paths: readonly string[],
  { trackedFiles }: Pick<Workspace, "trackedFiles">,
): Promise<readonly string[]> => {
  const found = paths.filter(isTestCode);
  if (found.length === 0) return [];
  const tracked = new Set(await trackedFiles());
  const folders = new Set([...tracked].map(folderOf));
  return found.filter((path) => tracked.has(path) || (comesBeforeTests(path) && folders.has(folderOf(path))));
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
