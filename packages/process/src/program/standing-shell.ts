import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { shellQuoted } from "@llmch/contract";
import { foreignPart } from "./origin.ts";
import { outOfTime, type ProgramResult } from "./run-program.ts";
import { signalGroup } from "./signals.ts";
import { type ProgramStart, type RunningProgram, startProgram } from "./start-program.ts";
import { GRACE_MS } from "./wait-for-end.ts";

/**
 * A shell that waits to start llmch's own programs. Node forks for each process that it starts, which takes longer the more
 * memory it holds; a shell holds almost none. It finishes its script even if llmch does not, and ends once nobody can use it any
 * more, or has for a while.
 */
export interface StandingShell {
  /** True if it is running, without a script. */
  isFree(): boolean;
  isBusy(): boolean;
  /** Runs a script to its end; only while nothing else runs. Never rejects. */
  run(script: ShellScript): Promise<ProgramResult>;
  /** Lets it end. */
  close(): void;
}

export interface ShellScript {
  /** Refers to its arguments by number, from `$1`. */
  readonly text: string;
  /** The first is the absolute path of the program that it starts. */
  readonly args: readonly [string, ...string[]];
  /** Added to the shell's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** After this it gets SIGTERM with everything it runs, and SIGKILL after a grace period. */
  readonly limitMs: number;
}

export type ShellStart = Pick<ProgramStart, "cwd" | "env"> & { readonly notFrom: readonly string[] };

const IDLE_MS = 10_000;

/** Closes this process's idle shells, the longest idle first: many parallel runs do not keep them all. */
const idleShells = new Set<() => void>();
const MOST_IDLE = 32;

export const createStandingShell = ({ notFrom, ...start }: ShellStart): StandingShell => {
  let standing: RunningProgram | null = null;
  let isBusy = false;
  let idle: NodeJS.Timeout | undefined;

  const close = (): void => {
    clearTimeout(idle);
    idleShells.delete(close);
    standing?.child.stdin?.end();
    standing = null;
  };
  const stand = async (): Promise<RunningProgram | string> => {
    if (standing !== null) return standing;
    const origin = { kind: "own", notFrom } as const;
    const stdio = ["pipe", "pipe", "pipe"] as const;
    const started = await startProgram({ ...start, program: "/bin/sh", args: ["-s"], origin, stdio });
    if (!started.ok) return started.issues[0];
    const running = started.value;
    const { child } = running;
    standing = running;
    // However it ends, the next script gets a new shell.
    child.once("close", () => {
      if (standing === running) close();
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => {});
    return running;
  };
  const runOnce = async (script: ShellScript): Promise<ProgramResult | null> => {
    const shell = whyNot(script, notFrom) ?? (await stand());
    if (typeof shell === "string") return noResult(shell);
    hold(shell, true);
    const result = await carryOut(shell, script, start.cwd);
    hold(shell, false);
    return result;
  };
  const run = async (script: ShellScript): Promise<ProgramResult> => {
    clearTimeout(idle);
    idleShells.delete(close);
    // A shell that has just ended has read nothing of the script: run it in another.
    const result = (await runOnce(script)) ?? (await runOnce(script)) ?? noResult(ENDED);
    if (standing === null) return result;
    idle = setTimeout(close, IDLE_MS).unref();
    idleShells.add(close);
    const [longest] = idleShells;
    if (idleShells.size > MOST_IDLE) longest?.();
    return result;
  };
  return {
    isFree: () => standing !== null && !isBusy,
    isBusy: () => isBusy,
    run: async (script) => {
      if (isBusy) throw new Error("the shell is busy");
      isBusy = true;
      try {
        return await run(script);
      } finally {
        isBusy = false;
      }
    },
    close,
  };
};

const ENDED = "the shell that was to start it was ended";

const noResult = (stderr: string): ProgramResult => ({ exitCode: null, stdout: Buffer.alloc(0), stderr });

/** A NUL ends an argument for every program, but a shell drops it. */
const whyNot = ({ args, environment }: ShellScript, notFrom: readonly string[]): string | null =>
  [...args, ...Object.values(environment)].some((each) => each.includes("\0"))
    ? "an argument holds a null byte"
    : foreignPart(args[0], notFrom);

/** Keeps this process alive while it waits for the shell, but not otherwise. */
const hold = ({ child }: RunningProgram, isHeld: boolean): void => {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    if (!holdsUs(part)) continue;
    if (isHeld) part.ref();
    else part.unref();
  }
};

/** A process, or a pipe to one. */
const holdsUs = (part: object | null): part is Pick<NodeJS.Timeout, "ref" | "unref"> =>
  part !== null && "ref" in part && "unref" in part;

/** A random word that its output cannot contain marks its end. Null if the shell has certainly read nothing of it. */
const carryOut = ({ child, group }: RunningProgram, script: ShellScript, cwd: string): Promise<ProgramResult | null> =>
  new Promise((resolve) => {
    const word = randomBytes(16).toString("hex");
    const [stdout, stderr] = [gather(child.stdout, word), gather(child.stderr, word)];
    let force: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => {
      // Git removes its locks.
      signalGroup(group, "SIGTERM");
      force = setTimeout(() => signalGroup(group, "SIGKILL"), GRACE_MS);
    }, script.limitMs);
    let isUnread = false;
    const end = (exitCode: number | null): void => {
      clearTimeout(limit);
      clearTimeout(force);
      child.off("close", endByForce);
      const [printed, said] = [stdout.take(), stderr.take().toString().trimEnd()];
      const late = { exitCode: null, stdout: printed, stderr: outOfTime(script.limitMs) };
      if (force !== undefined) resolve(late);
      else resolve(isUnread ? null : { exitCode, stdout: printed, stderr: said });
    };
    const endByForce = () => end(null);
    child.once("close", endByForce);
    void Promise.all([stdout.code, stderr.code]).then(([code]) => end(code));
    // The shell starts a script only after reading all of it.
    child.stdin?.write(inWords(script, word, cwd), (fault) => {
      isUnread = fault instanceof Error;
    });
  });

/** Collects a stream up to the word, and the exit code that follows it. */
const gather = (stream: Readable | null, word: string) => {
  const chunks: Buffer[] = [];
  const ending = new RegExp(`\\n${word} ([0-9]+)\\n$`);
  let last = Buffer.alloc(0);
  let found = 0;
  let tell: (code: number) => void = () => {};
  const code = new Promise<number>((resolve) => {
    tell = resolve;
  });
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk);
    last = Buffer.concat([last, chunk]).subarray(-LONGEST_ENDING);
    const match = ending.exec(last.toString("latin1"));
    if (match === null) return;
    found = match[0].length;
    tell(Number(match[1]));
  };
  stream?.on("data", onData);
  const take = (): Buffer => {
    stream?.off("data", onData);
    const all = Buffer.concat(chunks);
    return all.subarray(0, all.length - found);
  };
  return { code, take };
};
/** Length of the word, an exit code, a space and two newlines. */
const LONGEST_ENDING = 40;

/** Runs in a subshell, so that it leaves nothing behind; its programs must not read the scripts to come. */
const inWords = ({ text, args, environment }: ShellScript, word: string, cwd: string): string => {
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)};`);
  const tell = `printf '\\n%s %d\\n' ${word} "$code"`;
  return [
    `set -- ${args.map(shellQuoted).join(" ")}`,
    `(cd ${shellQuoted(cwd)} || exit; ${exports.join(" ")}`,
    `${text}) </dev/null; code=$?; ${tell}; ${tell} >&2`,
    "",
  ].join("\n");
};
