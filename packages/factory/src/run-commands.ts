import type { CommandPhase, FailureBrief, JsonValue, RepoPath, Stage } from "@llmch/contract";
import { briefOfCommand, endingInWords } from "./brief.ts";
import type { OrderJob } from "./order-job.ts";
import type { CommandResult, Commands, Ledger } from "./ports.ts";

export interface PlannedCommand {
  readonly display: string;
  readonly argv: readonly string[];
  readonly passes: Readonly<Record<number, string>>;
  /** Null for the repo's root. */
  readonly folder: RepoPath | null;
}

export interface CommandsRun {
  readonly outcome: "passed" | "interrupted" | FailureBrief;
  /** The part of `verify_result.json` and `acceptance_result.json` about each command that ran. */
  readonly records: readonly JsonValue[];
  readonly remarks: readonly string[];
}

/**
 * Runs commands one after the other until one fails. `K` in the output's names counts from 0 (contract §7).
 * A failure is a brief of the given stage.
 */
export const runCommands = async (
  planned: readonly PlannedCommand[],
  context: {
    readonly phase: CommandPhase;
    readonly stage: Stage;
    readonly job: OrderJob;
    readonly attempt: number;
    readonly commands: Commands;
    readonly ledger: Ledger;
  },
): Promise<CommandsRun> => {
  const { phase, ledger, job } = context;
  const { timeoutSeconds } = job;
  const records: JsonValue[] = [];
  const remarks: string[] = [];
  for (const [index, { display, argv, passes, folder }] of planned.entries()) {
    const output = {
      stdout: `attempt_${context.attempt}/${phase}_${index}_stdout.txt`,
      stderr: `attempt_${context.attempt}/${phase}_${index}_stderr.txt`,
    };
    await ledger.emit({ type: "command_started", phase, index, command: display });
    const result = await context.commands.run({ argv, ...inFolder(folder), timeoutSeconds, ...output });
    const remark = result.exitCode === null ? undefined : passes[result.exitCode];
    const ok = result.exitCode === 0 || remark !== undefined;
    if (remark !== undefined) remarks.push(remark);
    records.push(recordOf(display, { argv, folder }, result, ok, output, timeoutSeconds, remark ?? null));
    const { exitCode: exit_code } = result;
    const duration_ms = Math.round(result.durationMs);
    await ledger.emit({ type: "command_finished", phase, index, command: display, ok, exit_code, duration_ms });
    if (result.ending === "interrupted") return { outcome: "interrupted", records, remarks };
    if (!ok) {
      const brief = briefOfCommand(context.stage, job, display, result);
      return { outcome: brief, records, remarks };
    }
  }
  return { outcome: "passed", records, remarks };
};

const inFolder = (folder: RepoPath | null) => (folder === null ? {} : { folder });

const recordOf = (
  command: string,
  { argv, folder }: Pick<PlannedCommand, "argv" | "folder">,
  result: CommandResult,
  ok: boolean,
  output: { readonly stdout: string; readonly stderr: string },
  timeoutSeconds: number,
  remark: string | null,
): JsonValue => ({
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
