import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ulid } from "ulid";
import { errnoOf, faultInWords } from "../files/errno.ts";
import { endLeftovers, GRACE_MS } from "./ending.ts";
import { signalGroup } from "./leftovers.ts";
import { type OutputSink, openOutputSink } from "./output-sink.ts";
import { resolveProgram } from "./program.ts";

export interface CommandRequest {
  readonly argv: readonly string[];
  readonly timeoutSeconds: number;
  /** Names of the files that take the output, in the folder of the artifacts. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandResult {
  readonly ending: "not-started" | "timed-out" | "interrupted" | "killed" | "exited";
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly startFault: string | null;
  readonly stdoutTail: string;
  readonly stderrTail: string;
  readonly printedBytes: number;
  readonly droppedBytes: number;
  readonly durationMs: number;
}

export interface CommandsOptions {
  /** The directory that they run in. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The folder that output files are made in. */
  readonly artifacts: string;
  /** Ends what runs. */
  readonly signal: AbortSignal;
  /** Values that the output's files and tails never hold, such as keys. */
  readonly secrets?: readonly string[];
  /** Most bytes of a stream that go to its file. */
  readonly capBytes?: number;
}

const CAP_BYTES = 64 * 1024 * 1024;
/** How long output is waited for once the process has ended: something else may hold the pipe. */
const DRAIN_MS = 250;
/** Every process that a command starts inherits it, unless it clears its environment. */
const MARK = "LLMCH_COMMAND";

/**
 * Runs one command after the other: no shell, no standard input, a process group of its own. At its limit, or when
 * `signal` fires, the group gets SIGTERM and two seconds later SIGKILL; whatever it left behind is ended in any case
 * (reliability, X1 to X4). Never rejects; a command that cannot be started is a result.
 */
export const createCommands = (options: CommandsOptions): { run(request: CommandRequest): Promise<CommandResult> } => ({
  run: async (request) => {
    const started = performance.now();
    const cap = options.capBytes ?? CAP_BYTES;
    const sinks: OutputSink[] = [];
    let outcome: Outcome;
    try {
      for (const name of [request.stdout, request.stderr])
        sinks.push(openOutputSink(join(options.artifacts, name), cap, options.secrets));
      outcome = await runToEnd(request, options, sinks);
    } catch (fault) {
      outcome = notStarted(`its output cannot be kept: ${faultInWords(fault)}`);
    }
    for (const sink of sinks) sink.close();
    const [stdout, stderr] = sinks;
    return {
      ...outcome,
      stdoutTail: stdout?.tail() ?? "",
      stderrTail: stderr?.tail() ?? "",
      printedBytes: sum(sinks, (sink) => sink.printedBytes()),
      droppedBytes: sum(sinks, (sink) => sink.droppedBytes()),
      durationMs: performance.now() - started,
    };
  },
});

const sum = (sinks: readonly OutputSink[], bytes: (sink: OutputSink) => number): number =>
  sinks.reduce((total, sink) => total + bytes(sink), 0);

type Outcome = Pick<CommandResult, "ending" | "exitCode" | "signal" | "startFault">;
type Stop = "timed-out" | "interrupted";

const notStarted = (startFault: string): Outcome => ({
  ending: "not-started",
  exitCode: null,
  signal: null,
  startFault,
});

const runToEnd = async (
  { argv, timeoutSeconds }: CommandRequest,
  { root, environment, signal }: CommandsOptions,
  sinks: readonly OutputSink[],
): Promise<Outcome> => {
  const [name = "", ...args] = argv;
  const program = resolveProgram(name, { path: environment.PATH ?? "", cwd: root });
  if (program === null) return notStarted(missing(name));
  if (signal.aborted) return { ending: "interrupted", exitCode: null, signal: null, startFault: null };
  const mark = ulid();
  const startedMs = performance.now();
  // Loaded with the first command: much of llmch runs none.
  const { execa } = await import("execa");
  const child = execa(program, args, { ...OPTIONS, cwd: root, env: { ...environment, [MARK]: mark } });
  const group = child.pid;
  if (group === undefined) return notStarted(`${name} cannot be started: ${startFault((await child).cause)}`);

  const drained = Promise.all([child.stdout, child.stderr].map((stream, index) => drain(stream, sinks[index])));
  const { stop, exitCode, killedBy } = await exitOf(child, group, timeoutSeconds * 1000, signal);
  await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })]);
  await endLeftovers({ group, mark: `${MARK}=${mark}`, startedMs });
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (stop !== null) return { ending: stop, exitCode: null, signal: killedBy, startFault: null };
  if (killedBy !== null) return { ending: "killed", exitCode: null, signal: killedBy, startFault: null };
  return { ending: "exited", exitCode, signal: null, startFault: null };
};

const missing = (name: string): string => {
  if (name === "") return "the command is empty";
  return name.includes("/") ? `${name} is no executable file` : `${name} is not on the PATH`;
};

/** A group of its own, no standard input, no output in memory, no limits of execa's: ours end the whole group. */
const OPTIONS = {
  detached: true,
  cleanup: false,
  extendEnv: false,
  stdin: "ignore",
  buffer: false,
  encoding: "buffer",
  reject: false,
} as const;

const startFault = (fault: unknown): string =>
  errnoOf(fault) === "ENOENT" ? "its interpreter is missing" : faultInWords(fault);

const drain = (stream: ChildProcess["stdout"], sink: OutputSink | undefined): Promise<void> =>
  new Promise((resolve) => {
    stream?.on("data", (chunk: Buffer) => sink?.take(chunk));
    stream?.on("error", () => resolve());
    stream?.on("close", () => resolve());
  });

interface Exit {
  /** Why it was ended, or null where it ended by itself. */
  readonly stop: Stop | null;
  readonly exitCode: number | null;
  readonly killedBy: string | null;
}

const exitOf = (child: ChildProcess, group: number, limitMs: number, signal: AbortSignal): Promise<Exit> =>
  new Promise((resolve) => {
    let stop: Stop | null = null;
    let force: NodeJS.Timeout | undefined;
    const end = (why: Stop) => {
      stop ??= why;
      signalGroup(group, "SIGTERM");
      force ??= setTimeout(() => signalGroup(group, "SIGKILL"), GRACE_MS);
    };
    // A second Ctrl-C ends us at once: nothing that the command started may outlive that.
    const onExit = () => signalGroup(group, "SIGKILL");
    const onAbort = () => end("interrupted");
    const limit = setTimeout(() => end("timed-out"), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    process.once("exit", onExit);
    child.once("exit", (exitCode, killedBy) => {
      process.off("exit", onExit);
      clearTimeout(limit);
      clearTimeout(force);
      signal.removeEventListener("abort", onAbort);
      resolve({ stop, exitCode, killedBy });
    });
    if (signal.aborted) onAbort();
  });
