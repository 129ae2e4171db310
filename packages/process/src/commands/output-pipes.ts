import { closeSync, constants, createWriteStream, fstatSync, openSync, unlinkSync, type WriteStream } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Environment } from "@llmch/contract";
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
  /** Closes those that nobody has taken. */
  close(): void;
}

export interface OutputPipesPlace {
  /** A folder of llmch's, where a pipe has a name for a moment. */
  readonly folder: string;
  /** Where to look for `mkfifo`, and in which folders not to. */
  readonly env: Environment;
  readonly notFrom: readonly string[];
}

/** One process makes this many: two for each command. */
const AT_ONCE = 8;
const LIMIT_MS = 10_000;

/** The descriptors of a pipe's two ends. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

/**
 * Pipes as a shell makes them. What Node calls a pipe is a socket, which no program can open by its name: with one,
 * `tee /dev/stderr` fails in llmch although it works everywhere else. Whoever finds a pipe's name could read and write it, so a pipe in
 * stock is open and has none.
 */
export const createOutputPipes = (place: OutputPipesPlace): OutputPipes => {
  let stock: readonly Ends[] = [];
  let making: Promise<readonly Ends[]> | null = null;
  let isClosed = false;
  /** False if none can be made: then nobody tries again. */
  const refill = async (): Promise<boolean> => {
    making ??= makePipes(place);
    const mine = making;
    const made = await mine;
    if (made.length === 0) return false;
    if (making !== mine) return true;
    making = null;
    stock = made;
    if (isClosed) close();
    return true;
  };
  const close = (): void => {
    isClosed = true;
    for (const ends of stock) closeEnds(ends);
    stock = [];
  };
  return {
    open: async () => {
      while (stock.length === 0) if (isClosed || !(await refill())) return null;
      const [ends, ...others] = stock;
      if (ends === undefined) return null;
      stock = others;
      const reader = new Socket({ fd: ends.from, readable: true, writable: false });
      return { reader, writer: createWriteStream("", { fd: ends.to }) };
    },
    close,
  };
};

const closeEnds = ({ from, to }: Ends): void => {
  for (const descriptor of [from, to]) closeSync(descriptor);
};

/** Makes pipes, for this user only; none if that fails. */
const makePipes = async ({ folder, env, notFrom }: OutputPipesPlace): Promise<readonly Ends[]> => {
  const path = env.PATH ?? "/usr/bin:/bin";
  const program = resolveProgram("mkfifo", { path, cwd: "/", notFrom });
  if (program === null) return [];
  const series = newUlid();
  const names = Array.from({ length: AT_ONCE }, (_, index) => join(folder, `pipe-${series}-${index}`));
  const args = ["-m", "600", "--", ...names];
  const origin = { kind: "own", notFrom } as const;
  const run = { program, args, cwd: "/", env: { PATH: path, LC_ALL: "C" }, origin, limitMs: LIMIT_MS };
  if ((await runProgram(run)).exitCode !== 0) return [];
  return names.flatMap((name) => openOnce(name) ?? []);
};

/** Opens both ends and takes the name away. Null if that fails, or if something else has the name by now. */
const openOnce = (name: string): Ends | null => {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const open: number[] = [];
  try {
    // Never waits: the reader comes first. Node sets a command's own descriptors to wait.
    for (const access of [O_RDONLY, O_WRONLY]) open.push(openSync(name, access | O_NONBLOCK | O_NOFOLLOW));
    unlinkSync(name);
    const [from = -1, to = -1] = open;
    const [one, other] = [fstatSync(from), fstatSync(to)];
    if (!one.isFIFO() || one.ino !== other.ino || one.dev !== other.dev) throw new Error("replaced");
    return { from, to };
  } catch {
    for (const descriptor of open) closeSync(descriptor);
    return null;
  }
};
