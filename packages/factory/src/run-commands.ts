import type { CommandPhase, FailureBrief, JsonValue, RepoPath, Stage } from "@llmch/contract";
import { type FailureMark, failureMark } from "@llmch/languages";
import { briefOfCommand, endingInWords } from "./brief.ts";
import type { OrderJob } from "./order-job.ts";
import type { PlannedCommand } from "./planned-command.ts";
import type { CommandResult, Commands, Ledger } from "./ports.ts";

export interface CommandsRun {
  readonly outcome: "passed" | "interrupted" | FailureBrief;
  /** The part of `verify_result.json` and `acceptance_result.json` about each command that ran. */
  readonly records: readonly JsonValue[];
}

/** What commands are run with, and how their output and their events are named. */
export interface CommandsContext {
  readonly phase: CommandPhase;
  /** The folder of the run's directory that takes their output, with a slash at its end, or nothing. */
  readonly prefix: string;
  readonly job: Pick<OrderJob, "timeoutSeconds">;
  /** True if the commands run as those of the setup do. */
  readonly asSetup?: boolean;
  readonly commands: Commands;
  readonly ledger: Ledger;
}

/** The part of a result's document about one command. */
export type CommandRecord = { readonly command: string; readonly [member: string]: JsonValue };

/** A command that has run. */
export interface RanCommand {
  readonly planned: PlannedCommand;
  readonly ok: boolean;
  readonly result: CommandResult;
  /** Why another exit code than 0 passes. */
  readonly remark: string | null;
  readonly record: CommandRecord;
}

/** Runs commands one after the other until one fails; a failure is a brief of the given stage. */
export const runCommands = async (
  planned: readonly PlannedCommand[],
  context: CommandsContext & { readonly stage: Stage; readonly job: OrderJob },
): Promise<CommandsRun> => {
  const records: JsonValue[] = [];
  for (const [index, command] of planned.entries()) {
    const { ok, result, record } = await runCommand(command, index, context);
    records.push(record);
    if (result.ending === "interrupted") return { outcome: "interrupted", records };
    if (!ok) return { outcome: briefOfCommand(context.stage, context.job, command.display, result), records };
  }
  return { outcome: "passed", records };
};

/**
 * Runs one command. `K` in its output's names counts from 0 (contract §7).
 * @param again whether it runs once more, beside the first time's output
 */
export const runCommand = async (
  planned: PlannedCommand,
  index: number,
  { phase, prefix, job, asSetup = false, commands, ledger }: CommandsContext,
  again = false,
): Promise<RanCommand> => {
  const { display, argv, passes, folder } = planned;
  const { timeoutSeconds } = job;
  const name = `${prefix}${phase}_${index}${again ? "_again" : ""}`;
  const output = { stdout: `${name}_stdout.txt`, stderr: `${name}_stderr.txt` };
  const which = { phase, index, command: display, ...(again ? { again } : {}) } as const;
  await ledger.emit({ type: "command_started", ...which });
  const result = await commands.run({
    argv,
    ...inFolder(folder),
    timeoutSeconds,
    ...(asSetup ? { asSetup } : {}),
    ...output,
  });
  const remark = (result.exitCode === null ? undefined : passes[result.exitCode]) ?? null;
  const ok = result.exitCode === 0 || remark !== null;
  const { exitCode: exit_code } = result;
  const duration_ms = Math.round(result.durationMs);
  await ledger.emit({ type: "command_finished", ...which, ok, exit_code, duration_ms });
  return { planned, ok, result, remark, record: recordOf(planned, result, { ok, output, timeoutSeconds, remark }) };
};

/** So much output is surely kept whole. */
const KEPT_BYTES = 240_000;

/** What a command that failed says, to compare it; null if it did not end by itself, or printed too much. */
export const markOf = ({ ending, printedBytes, stdoutTail, stderrTail }: CommandResult): FailureMark | null => {
  if (ending !== "exited" || printedBytes > KEPT_BYTES) return null;
  return failureMark(`${stdoutTail.trim()}\n${stderrTail.trim()}`);
};

const inFolder = (folder: RepoPath | null) => (folder === null ? {} : { folder });

const recordOf = (
  { display: command, argv, folder }: PlannedCommand,
  result: CommandResult,
  {
    ok,
    output,
    timeoutSeconds,
    remark,
  }: Pick<RanCommand, "ok" | "remark"> & {
    readonly output: { readonly stdout: string; readonly stderr: string };
    readonly timeoutSeconds: number;
  },
): CommandRecord => ({
  command,
  argv,
  ...inFolder(folder),
  ok,
  exit_code: result.exitCode,
  ending: result.ending,
  signal: result.signal,
  timed_out: result.ending === "timed-out",
  remark: remark ?? endingInWords(result, timeoutSeconds),
  duration_ms: Math.round(result.durationMs),
  printed_bytes: result.printedBytes,
  dropped_bytes: result.droppedBytes,
  stdout_path: output.stdout,
  stderr_path: output.stderr,
});
