import type { OrderJob } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { Workspace } from "../job/ports.ts";
import { type CommandRecord, type CommandsContext, type RanCommand, runCommand } from "./run-commands.ts";

/** What commands run with that judge work. */
export interface JudgingContext extends CommandsContext {
  readonly job: Pick<OrderJob, "timeoutSeconds" | "fixes" | "verifyEnv" | "unseen">;
  /** Puts back what a command changed; gives the paths of the work among it. */
  readonly tidy: () => Promise<readonly string[]>;
}

/** A command that judged work. */
export interface JudgedCommand extends RanCommand {
  /** Files of the work that it changed each time, so it judged something else; they are put back. */
  readonly altered: readonly string[];
}

/**
 * Runs a command on work that stays as it is: files that the command changes are put back. If files of the work are among them, the
 * command runs once more, and its second verdict counts.
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
  // What did not end by itself would use up its timeout once more.
  if (changed.length === 0 || again || ending !== "exited") return { ...first, altered: [] };
  const second = await runCommand(planned, index, context, true);
  const altered = await context.tidy();
  const record = { ...first.record, again: second.record, altered: [...changed] };
  return { ...second, record, altered: isFix(planned, context.job) ? [] : altered };
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

/** Tidies a workspace after commands, and collects the other files that they changed. */
export const tidying = (
  workspace: Pick<Workspace, "tidy">,
): { readonly tidy: JudgingContext["tidy"]; readonly drift: Set<string> } => {
  const drift = new Set<string>();
  const tidy = async () => {
    const found = await workspace.tidy();
    for (const path of found.drift) drift.add(path);
    return found.altered;
  };
  return { tidy, drift };
};
