import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { faultInWords } from "@llmch/files";

/** How one call of git ended. It never rejects: a program that cannot be started is a result as well. */
export interface GitResult {
  /** Null where git was ended by its limit or a signal, or could not be started. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  /** Without the newline at the end. */
  readonly stderr: string;
}

export interface GitProcessOptions {
  readonly directory: string;
  readonly environment: Record<string, string>;
  readonly input?: string | undefined;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

const GRACE_MS = 2000;

/**
 * Runs git for what a question through simple-git cannot do: standard input, bytes, exit codes, silence. In a session
 * of its own: a Ctrl-C at the terminal does not tear a rollback, and ssh finds no terminal to ask at.
 */
export const runGit = (program: string, args: readonly string[], options: GitProcessOptions): Promise<GitResult> =>
  new Promise((resolve) => {
    const { directory, environment, input, limitMs, signal } = options;
    const child = start(program, args, {
      cwd: directory,
      env: environment,
      detached: true,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (typeof child === "string") {
      resolve({ exitCode: null, stdout: Buffer.alloc(0), stderr: child });
      return;
    }
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let ended: string | null = null;
    let grace: NodeJS.Timeout | undefined;
    const end = (why: string) => {
      ended ??= why;
      endGroup(child.pid, "SIGTERM");
      grace ??= setTimeout(() => endGroup(child.pid, "SIGKILL"), GRACE_MS);
    };
    const onAbort = () => end("interrupted");
    const limit = setTimeout(() => end(`no answer within ${Math.round(limitMs / 1000)} seconds`), limitMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    const settle = (exitCode: number | null, fault: string) => {
      clearTimeout(limit);
      clearTimeout(grace);
      signal?.removeEventListener("abort", onAbort);
      const said = fault || Buffer.concat(stderr).toString().trimEnd();
      resolve({ exitCode: ended === null ? exitCode : null, stdout: Buffer.concat(stdout), stderr: ended ?? said });
    };
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (fault) => settle(null, fault.message));
    child.on("close", (exitCode) => settle(exitCode, ""));
    // Git may end before it has read everything; its exit code says what went wrong then.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });

/** The process, or why there is none: arguments that hold a NUL or are too long are refused at once. */
const start = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess | string => {
  try {
    return spawn(program, args, options);
  } catch (fault) {
    return faultInWords(fault);
  }
};

const endGroup = (pid: number | undefined, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
};
