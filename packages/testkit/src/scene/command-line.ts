import { spawn } from "node:child_process";

/** What a finished llmch process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Invocation {
  /** True if a test is about the built program, or about its process. */
  readonly process?: boolean;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** A program with its arguments that starts llmch, such as a tracer. */
  readonly under?: readonly string[];
  /** Called as output arrives, to act in the middle of a run. */
  readonly onOutput?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** Keeps standard input open, and is called once all of the input has been read. */
  readonly onInputRead?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** The machine's settings that reach the process, besides what the test sets. No test may depend on any other. */
const KEPT = ["PATH", "HOME", "TMPDIR", "LANG", "PYENV_ROOT", "PYENV_VERSION"];

/** llmch's environment: nothing of the machine that a test could depend on, plus what the test sets. */
export const sceneEnvironment = (said: Invocation["env"]): Record<string, string> => ({
  ...Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  LLMCH_CONFIG: "/dev/null",
  LLMCH_RETRY_BASE_MS: "1",
  // Cached code changes which calls a process makes.
  NODE_DISABLE_COMPILE_CACHE: "1",
  ...said,
});

/** Runs a built llmch (its `bin/llmch.js`) as a separate process, without any key, colour, git setting or settings file of the machine. */
export const runLlmch = (binary: string, argv: readonly string[], invocation: Invocation): Promise<Finished> => {
  const [program = process.execPath, ...rest] = [...(invocation.under ?? []), process.execPath, binary, ...argv];
  const child = spawn(program, rest, {
    cwd: invocation.cwd,
    env: sceneEnvironment(invocation.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  const { input = "", onInputRead } = invocation;
  if (onInputRead === undefined) child.stdin.end(input);
  else child.stdin.write(input, () => onInputRead(kill));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part;
    invocation.onOutput?.(stderr, kill);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
};
