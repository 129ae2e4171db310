import { closeSync, constants, createWriteStream, fstatSync, openSync, unlinkSync, type WriteStream } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { newUlid } from "@llmch/files";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";

/** A pipe for one output stream of one command. */
export interface OutputPipe {
  readonly reader: Readable;
  /** For the command. Until llmch's own end is destroyed, the reader does not end. */
  readonly writer: WriteStream;
}

export interface OutputPipes {
  /** A pipe that nothing else has, or null if none can be made here. */
  open(): Promise<OutputPipe | null>;
}

export interface OutputPipesPlace {
  /** A folder of llmch's, where a pipe has a name until it is opened. */
  readonly folder: string;
  /** Where to look for `mkfifo`, and in which folders not to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notFrom: readonly string[];
}

/** One process makes this many names. */
const AT_ONCE = 32;
const LIMIT_MS = 10_000;

/**
 * Pipes as a shell makes them. What Node calls a pipe is a socket, which no program can open by its name: with one,
 * `tee /dev/stderr` fails in llmch although it works everywhere else.
 */
export const createOutputPipes = (place: OutputPipesPlace): OutputPipes => {
  let names: readonly string[] = [];
  return {
    open: async () => {
      if (names.length === 0) names = await makeNames(place);
      const [name, ...others] = names;
      names = others;
      return name === undefined ? null : openOnce(name);
    },
  };
};

/** Makes named pipes, for this user only; none if that fails. */
const makeNames = async ({ folder, env, notFrom }: OutputPipesPlace): Promise<readonly string[]> => {
  const path = env.PATH ?? "/usr/bin:/bin";
  const program = resolveProgram("mkfifo", { path, cwd: "/", notFrom });
  if (program === null) return [];
  const series = newUlid();
  const names = Array.from({ length: AT_ONCE }, (_, index) => join(folder, `pipe-${series}-${index}`));
  const args = ["-m", "600", "--", ...names];
  const origin = { kind: "own", notFrom } as const;
  const run = { program, args, cwd: "/", env: { PATH: path, LC_ALL: "C" }, origin, limitMs: LIMIT_MS };
  return (await runProgram(run)).exitCode === 0 ? names : [];
};

/** Opens both ends and takes the name away. Null if that fails, or if something else has the name by now. */
const openOnce = (name: string): OutputPipe | null => {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const open: number[] = [];
  try {
    // Never waits: the reader comes first. Node sets a command's own descriptors to wait.
    for (const access of [O_RDONLY, O_WRONLY]) open.push(openSync(name, access | O_NONBLOCK | O_NOFOLLOW));
    unlinkSync(name);
    const [from = -1, to = -1] = open;
    const [one, other] = [fstatSync(from), fstatSync(to)];
    if (!one.isFIFO() || one.ino !== other.ino || one.dev !== other.dev) throw new Error("replaced");
    const reader = new Socket({ fd: from, readable: true, writable: false });
    return { reader, writer: createWriteStream(name, { fd: to }) };
  } catch {
    for (const descriptor of open) closeSync(descriptor);
    return null;
  }
};
