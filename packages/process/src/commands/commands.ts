import { closeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { CheckFile, CommandResult, RepoPath } from "@llmch/contract";
import { faultInWords, isFolder, isInside, newUlid, realLocation, removeTree } from "@llmch/files";
import { accepted, type Result } from "@llmch/text";
import { forgetTests, withoutOwnTemporary } from "../environment/lease-environment.ts";
import { folderEnvironment } from "../environment/worktree-environment.ts";
import { type Hold, holdGroup } from "../program/hold.ts";
import { resolveProgram } from "../program/resolve-program.ts";
import { CHANNELS, type Enclosure } from "../program/sandbox.ts";
import { endFirst } from "../program/signals.ts";
import { type ProgramStart, type RunningProgram, startProgram } from "../program/start-program.ts";
import { waitForEnd } from "../program/wait-for-end.ts";
import { seatOf } from "../sandbox/seat.ts";
import { checksEnvironment, layChecks, usesChecks, withChecks } from "./check-files.ts";
import type { OpenPipes } from "./output-pipes.ts";
import { type OutputSink, openOutputSink } from "./output-sink.ts";
import { provingEnd } from "./proving-end.ts";

export interface CommandRequest {
  readonly argv: readonly string[];
  /** Variables beside those of the place; an empty value takes one away. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the repo that it runs in; the root by default. */
  readonly folder?: RepoPath;
  readonly timeoutSeconds: number;
  /** Files that a command which names `$LLMCH_CHECKS` finds there, read-only, until it ends (contract §11). */
  readonly checks?: readonly CheckFile[];
  /** What it reads on its standard input, or who speaks with it; nothing by default. */
  readonly input?: string | Conversation;
  /** Names of the output files, in the artifacts folder. */
  readonly stdout: string;
  readonly stderr: string;
  /** The same for what a conversation says to it. */
  readonly stdin?: string;
  /** How long it may take to end after SIGTERM; half a second by default. */
  readonly graceMs?: number;
}

/** Speaks with a command while it runs. */
export interface Conversation {
  /** Called once it has been started. */
  begin(write: (text: string) => void, close: () => void): void;
  /** Takes a piece of what it prints. */
  hear(piece: Uint8Array): void;
}

/** Where commands run. */
export interface CommandPlace {
  /** The directory that they run in. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The sandbox that they run in, with its own environment; null if they run as the user does. */
  readonly enclosure?: Enclosure | null;
  /** Pipes that a command can also open by their names, `/dev/stderr` for one; by default it gets Node's own, which are sockets. */
  readonly pipes?: OpenPipes | null;
}

export interface CommandsOptions extends CommandPlace {
  /** The folder for output files. */
  readonly artifacts: string;
  /** Ends what is running. */
  readonly signal: AbortSignal;
  /** Values that must never appear in the output's files and tails, such as keys. */
  readonly secrets?: readonly string[];
  /** Whether programs given on the command line must run to their end to pass: what checks something does, what makes something does not. */
  readonly provesEnd?: boolean;
  /** Maximum bytes of a stream that go to its file. */
  readonly capBytes?: number;
  /** Called when output arrives, with a function that gets its last line, clean and without secrets. Null if nobody listens. */
  readonly onOutput?: ((lastLine: () => string) => void) | null;
}

const CAP_BYTES = 64 * 1024 * 1024;
/** Every process that a command starts inherits it, unless it clears its environment. */
const MARK = "LLMCH_COMMAND";

/**
 * Runs commands one after the other: no shell, no standard input unless the request has one, a separate process group. At its limit, or when `signal` fires,
 * the group gets SIGTERM and half a second later SIGKILL; leftover processes are ended in any case (reliability, X1 to X4). Never
 * rejects; a command that cannot be started is a result.
 */
export const createCommands = (options: CommandsOptions): { run(request: CommandRequest): Promise<CommandResult> } => ({
  run: async (request) => {
    const started = performance.now();
    let { argv } = request;
    let proving: ReturnType<typeof provingEnd> | null = null;
    let checks: string | null = null;
    const cap = options.capBytes ?? CAP_BYTES;
    const sinks: OutputSink[] = [];
    let outcome: Outcome;
    try {
      for (const name of [request.stdout, request.stderr, ...(request.stdin === undefined ? [] : [request.stdin])])
        sinks.push(openOutputSink(join(options.artifacts, name), cap, options.secrets));
      if (request.checks !== undefined && usesChecks(argv)) {
        // The sandbox shows llmch's folder around the worktree, read-only.
        checks = layChecks(dirname(options.root), request.checks);
        argv = withChecks(argv, checks);
      }
      if (options.provesEnd === true) proving = provingEnd(argv, checks);
      outcome = await runToEnd({ ...request, argv: proving?.argv ?? argv }, options, checks, sinks);
    } catch (fault) {
      outcome = notStarted(`its output or checks cannot be kept: ${faultInWords(fault)}`);
    } finally {
      if (checks !== null) removeTree(checks);
    }
    for (const sink of sinks) sink.close();
    const [stdout, stderr] = sinks;
    const result = {
      ...outcome,
      stdoutTail: inRepo(stdout?.tail() ?? "", options, checks),
      stderrTail: inRepo(stderr?.tail() ?? "", options, checks),
      printedBytes: sum(sinks.slice(0, 2), (sink) => sink.printedBytes()),
      droppedBytes: sum(sinks, (sink) => sink.droppedBytes()),
      durationMs: performance.now() - started,
    };
    return proving?.judge(result) ?? result;
  },
});

/** The tail may name paths in the repo, but not llmch's own folders. */
const inRepo = (text: string, { root, environment, enclosure }: CommandsOptions, checks: string | null): string => {
  const named = checks === null ? text : text.replaceAll(checks, () => "$LLMCH_CHECKS");
  const seat = enclosure?.seat ?? seatOf({ root, checkout: root, alias: null });
  return withoutOwnTemporary(seat.outside(named), environment);
};

const sum = (sinks: readonly OutputSink[], bytes: (sink: OutputSink) => number): number =>
  sinks.reduce((total, sink) => total + bytes(sink), 0);

type Outcome = Pick<CommandResult, "ending" | "exitCode" | "signal" | "startFault">;

const notStarted = (startFault: string): Outcome => ({
  ending: "not-started",
  exitCode: null,
  signal: null,
  startFault,
});

const runToEnd = async (
  { argv, env = {}, folder, timeoutSeconds, input, graceMs }: CommandRequest,
  { root, environment: outside, enclosure = null, pipes = null, signal, onOutput = null }: CommandsOptions,
  checks: string | null,
  sinks: readonly OutputSink[],
): Promise<Outcome> => {
  const [name = "", ...args] = argv;
  const cwd = folder === undefined ? root : join(root, folder);
  if (folder !== undefined && !isFolderInside(root, cwd)) return notStarted(`the repo has no folder ${folder}`);
  const around = withVariables(enclosure?.environment ?? outside, env);
  const inFolder = folder === undefined ? around : folderEnvironment(around, root, folder);
  const environment = checks === null ? inFolder : checksEnvironment(inFolder, root, checks);
  const program = resolveProgram(name, { path: environment.PATH ?? "", cwd });
  if (program === null) return notStarted(missing(name));
  if (signal.aborted) return { ending: "interrupted", exitCode: null, signal: null, startFault: null };
  forgetTests(environment);
  const reads = input === undefined ? "ignore" : "pipe";
  const started = await start({ program, args, cwd, env: environment }, enclosure, pipes, reads);
  if (!started.ok) return notStarted(`${name} cannot be started: ${started.issues[0]}`);

  const { child, output, hold } = started.value;
  const talk = typeof input === "object" ? input : null;
  if (talk === null) child.stdin?.end(input);
  else output[0]?.on("data", talk.hear);
  const drained = Promise.all(output.map((stream, index) => drain(stream, sinks[index], onOutput)));
  talk?.begin(
    (text) => {
      sinks[2]?.take(Buffer.from(text));
      child.stdin?.write(text);
    },
    () => void child.stdin?.end(),
  );
  const patience = { limitMs: timeoutSeconds * 1000, signal, graceMs };
  const { stop, exit } = await waitForEnd(started.value, hold, patience);
  await hold.finish(drained);
  for (const stream of [...output, ...child.stdio]) stream?.destroy();
  const end = hold.endOf(exit);
  if (stop !== null) return { ending: stop, exitCode: null, signal: end.signal, startFault: null };
  if (end.signal !== null) return { ending: "killed", ...end, startFault: null };
  if (end.exitCode === null) return notStarted(`${name} cannot be started in the sandbox: ${lastLine(sinks[1])}`);
  return { ending: "exited", ...end, startFault: null };
};

const withVariables = (environment: Environment, env: NonNullable<CommandRequest["env"]>): Environment =>
  Object.fromEntries(
    Object.entries({ ...environment, ...env }).filter(([name, value]) => value !== "" || !(name in env)),
  );
type Environment = Readonly<Record<string, string>>;

/** Earlier commands may have replaced it with a link. */
const isFolderInside = (root: string, path: string): boolean =>
  isFolder(path) && isInside(realLocation(root), realLocation(path));

interface Started extends RunningProgram {
  /** Standard output and standard error. */
  readonly output: readonly (Readable | null)[];
  readonly hold: Hold;
}

const start = async (
  wanted: Omit<ProgramStart, "origin" | "stdio">,
  enclosure: Enclosure | null,
  pipes: OpenPipes | null,
  reads: "ignore" | "pipe",
): Promise<Result<Started, string>> => {
  const mark = newUlid();
  const marked = { ...wanted, env: { ...wanted.env, [MARK]: mark } };
  const wrapped = enclosure?.wrap(marked) ?? { ...marked, origin: { kind: "anyone's" } };
  const channels = enclosure === null ? [] : CHANNELS;
  const [stdout, stderr] = (await pipes?.()) ?? [];
  const stdio = [reads, stdout?.writer ?? "pipe", stderr?.writer ?? "pipe", ...channels] as const;
  const started = await startProgram({ ...wrapped, stdio });
  for (const pipe of [stdout, stderr]) if (pipe !== undefined) closeSync(pipe.writer);
  if (!started.ok) {
    for (const pipe of [stdout, stderr]) pipe?.reader.destroy();
    return started;
  }
  const { child, group } = started.value;
  const output = [stdout?.reader ?? child.stdout, stderr?.reader ?? child.stderr];
  if (enclosure === null) endFirst(group);
  const hold = enclosure?.hold(started.value) ?? holdGroup({ group, mark: `${MARK}=${mark}` });
  return accepted({ child, group, output, hold });
};

/** Bubblewrap's last message: why it did not start the command. */
const lastLine = (stderr: OutputSink | undefined): string =>
  stderr
    ?.tail()
    .trim()
    .split("\n")
    .at(-1)
    ?.replace(/^bwrap: /, "") || "it does not say why";

const missing = (name: string): string => {
  if (name === "") return "the command is empty";
  return name.includes("/") ? `${name} is no executable file` : `${name} is not on the PATH`;
};

const drain = (
  stream: Readable | null,
  sink: OutputSink | undefined,
  onOutput: NonNullable<CommandsOptions["onOutput"]> | null,
): Promise<void> =>
  new Promise((resolve) => {
    stream?.on("data", (chunk: Buffer) => {
      sink?.take(chunk);
      if (sink !== undefined) onOutput?.(sink.lastLine);
    });
    stream?.on("error", () => resolve());
    stream?.on("close", () => resolve());
  });
