import { comesBeforeTests, isTestCode } from "@llmch/languages";
import type { OrderJob } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { TidiedWorkspace, Workspace } from "../job/ports.ts";
import { type CommandRecord, type CommandsContext, type RanCommand, runCommand } from "./run-commands.ts";

/** What commands run with that judge work. */
export interface JudgingContext extends CommandsContext {
  readonly job: Pick<OrderJob, "timeoutSeconds" | "fixes" | "verifyEnv" | "unseen">;
  /** Puts back what a command changed; gives the paths of the work among it, and of the tests that it may not change. */
  readonly tidy: () => Promise<readonly string[]>;
  /** The folders of dependencies and the user's ignored files: puts them back, or leaves them as commands made them until now. */
  readonly brought: { readonly putBack: () => Promise<void>; readonly accept: () => Promise<void> };
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
  const { brought, phase } = context;
  const installs = planned.installs === true;
  // What accepts must not find what tests made of its dependencies.
  if (installs || (phase !== "baseline" && phase !== "verify")) await brought.putBack();
  const ran = await runCommand(planned, index, context, again);
  if (installs) await brought.accept();
  const { ending } = ran.result;
  const changed = ending === "interrupted" ? [] : await context.tidy();
  // What did not end by itself would use up its timeout once more.
  if (changed.length === 0 || ending !== "exited") return { ...ran, altered: [] };
  if (again) return { ...ran, altered: isFix(planned, context.job) ? [] : changed };
  const second = await judgeBy(planned, index, context, true);
  return { ...second, record: { ...ran.record, again: second.record, altered: [...changed] } };
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

/**
 * Tidies a workspace after commands, and collects the other files that they changed.
 * @param mayChange the files of the tests that they may change, as they did before the work; null for all
 */
export const tidying = (
  workspace: TidiedWorkspace,
  mayChange: readonly string[] | null = null,
): Pick<JudgingContext, "tidy" | "brought"> & { readonly drift: Set<string> } => {
  const drift = new Set<string>();
  const tidy = async () => {
    const found = await workspace.tidy();
    for (const path of found.drift) drift.add(path);
    if (mayChange === null) return found.altered;
    const held = await testsAmong(found.drift, workspace);
    return [...found.altered, ...held.filter((path) => !mayChange.includes(path))];
  };
  const putBack = async () => {
    for (const path of await workspace.putBackBrought()) drift.add(path);
  };
  return { tidy, brought: { putBack, accept: workspace.acceptBrought }, drift };
};

/** The tracked files of the tests, and new configuration beside tracked files, which comes before what is tracked there. */
export const testsAmong = async (
  paths: Iterable<string>,
  { trackedFiles }: Pick<Workspace, "trackedFiles">,
): Promise<readonly string[]> => {
  const found = [...paths].filter(isTestCode);
  if (found.length === 0) return [];
  const tracked = new Set(await trackedFiles());
  const folders = new Set([...tracked].map(folderOf));
  return found.filter((path) => tracked.has(path) || (comesBeforeTests(path) && folders.has(folderOf(path))));
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
