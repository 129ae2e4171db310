import type { CommandPhase, CommandResult, RepoPath } from "@llmch/contract";
import {
  type FailureMark,
  failedAtEnd,
  failureMark,
  type TestsRun,
  testsRun,
  unreportedFailures,
} from "@llmch/languages";
import type { JsonValue } from "@llmch/text";
import { endingInWords } from "../job/brief.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { Commands, Ledger } from "../job/ports.ts";
import { verifyEnv } from "../job/verify-env.ts";

/** What commands run with, and how their output and events are named. */
export interface CommandsContext {
  readonly phase: CommandPhase;
  /** The folder in the run's directory for their output, with a trailing slash, or empty. */
  readonly prefix: string;
  readonly job: Pick<OrderJob, "timeoutSeconds" | "verifyEnv" | "unseen">;
  /** True to run the commands like those of the setup. */
  readonly asSetup?: boolean;
  /** True if a model chose the commands; by default those that the job says. */
  readonly isUnseen?: boolean | undefined;
  readonly commands: Commands;
  readonly ledger: Ledger;
}

/** The entry of a result document for one command. */
export type CommandRecord = { readonly command: string; readonly [member: string]: JsonValue };

/** A command that ran. */
export interface RanCommand {
  readonly planned: PlannedCommand;
  readonly ok: boolean;
  readonly result: CommandResult;
  readonly tests: TestsRun;
  /** How many tests failed at its end although it ended with 0. */
  readonly unreported: number;
  /** What to know about a command that passed. */
  readonly remark: string | null;
  readonly record: CommandRecord;
}

/** Phases whose commands judge a tree; others make something. */
const JUDGES: ReadonlySet<CommandPhase> = new Set<CommandPhase>([
  ...["baseline", "verify", "check"],
  ...["baseline_acceptance", "acceptance", "review", "plan_acceptance"],
] as const);

/**
 * Runs one command. `K` in its output's names counts from 0 (contract §7).
 * @param again whether this is a second run, whose output goes beside the first one's
 */
export const runCommand = async (
  planned: PlannedCommand,
  index: number,
  { phase, prefix, job, asSetup = false, isUnseen, commands, ledger }: CommandsContext,
  again = false,
): Promise<RanCommand> => {
  const { display, argv, testFiles, folder, runs, checks } = planned;
  const { timeoutSeconds } = job;
  const name = `${prefix}${phase}_${index}${again ? "_again" : ""}`;
  const output = { stdout: `${name}_stdout.txt`, stderr: `${name}_stderr.txt` };
  const which = { phase, index, command: display, ...(again ? { again } : {}) } as const;
  await ledger.emit({ type: "command_started", ...which });
  const result = await commands.run({
    argv,
    ...inFolder(folder),
    ...(checks === undefined ? {} : { checks }),
    timeoutSeconds,
    ...((isUnseen ?? job.unseen?.has(display)) ? { isUnseen: true } : asSetup ? { asSetup } : {}),
    ...(JUDGES.has(phase) ? { env: (job.verifyEnv ?? verifyEnv()).variables() } : {}),
    ...output,
  });
  const tests = testsOf(argv, result);
  const isYetToCome = testFiles !== undefined && tests.endsOnlyForNone && !testFiles.some(tests.takes);
  const isToTell = runs !== undefined && result.exitCode === 0;
  const unreported = isToTell ? failedAtEnd([result.stdoutTail, result.stderrTail], runs?.count ?? null) : 0;
  const ok = (result.exitCode === 0 && unreported === 0) || isYetToCome;
  const remark = ok && testFiles !== undefined && tests.ran === 0 ? NO_TEST : null;
  const { exitCode: exit_code, ending, signal } = result;
  const duration_ms = Math.round(result.durationMs);
  await ledger.emit({ type: "command_finished", ...which, ok, exit_code, duration_ms });
  const record = {
    ...{ command: display, argv, ...inFolder(folder), ok, exit_code, ending, signal },
    timed_out: ending === "timed-out",
    remark: remark ?? endingInWords(result, timeoutSeconds),
    duration_ms,
    printed_bytes: result.printedBytes,
    dropped_bytes: result.droppedBytes,
    stdout_path: output.stdout,
    stderr_path: output.stderr,
    ...(testFiles === undefined ? {} : { tests: tests.ran }),
  };
  return { planned, ok, result, tests, unreported, remark, record };
};

const NO_TEST = "no test ran";

/** This much output is certainly kept in full. */
const KEPT_BYTES = 240_000;
export const isKeptWhole = ({ printedBytes }: Pick<CommandResult, "printedBytes">): boolean =>
  printedBytes <= KEPT_BYTES;

/** Of more output than is kept, it is not known what its beginning told. */
const testsOf = (
  argv: readonly string[],
  { exitCode, printedBytes, stdoutTail, stderrTail }: CommandResult,
): TestsRun => {
  const told = testsRun(`${stdoutTail}\n${stderrTail}`, exitCode, argv);
  return isKeptWhole({ printedBytes })
    ? told
    : { ...told, ran: null, names: [], endsOnlyForNone: false, collected: () => null };
};

/** A failed command's mark, for comparison; null if it did not end by itself, or printed too much. */
export const markOf = ({ planned, result, unreported }: RanCommand): FailureMark | null => {
  const output = `${result.stdoutTail.trim()}\n${result.stderrTail.trim()}`;
  // Of more output, only the number is certain.
  if (unreported > 0) return unreportedFailures(isKeptWhole(result) ? output : "", unreported);
  return result.ending === "exited" && isKeptWhole(result) ? failureMark(output, planned.runs) : null;
};

const inFolder = (folder: RepoPath | null) => (folder === null ? {} : { folder });
