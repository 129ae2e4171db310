import { closeSync, constants, fstatSync, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { newUlid } from "@llmch/files";
import type { Environment } from "@llmch/text";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";

/** A pipe for one output stream of one command. */
export interface OutputPipe {
  readonly reader: Readable;
  /** The command's descriptor. Until llmch has closed it, the reader does not end. */
  readonly writer: number;
}

/** Makes a pipe for each output of one command, which nothing else has; none if that fails. */
export type OpenPipes = () => Promise<readonly OutputPipe[]>;

export interface OutputPipesPlace {
  /** A folder of llmch's, where a pipe has a name for a moment. */
  readonly folder: string;
  /** Where to look for `mkfifo`, and in which folders not to. */
  readonly env: Environment;
  readonly notFrom: readonly string[];
}

const LIMIT_MS = 10_000;

/** Pipes are made for so many commands at once, since a program has to be started for them. */
const COMMANDS = 8;
const PER_COMMAND = 2;

/**
 * Pipes as a shell makes them. What Node calls a pipe is a socket, which no program can open by its name: with one,
 * `tee /dev/stderr` fails in llmch although it works everywhere else. Whoever finds a pipe's name could read and write it, so it has one
 * for a moment only. `close` closes those that no command got.
 */
export const outputPipes = (place: OutputPipesPlace): { readonly open: OpenPipes; close(): void } => {
  const left: Ends[] = [];
  return {
    open: async () => {
      if (left.length < PER_COMMAND) left.push(...(await makePipes(place)));
      return (left.length < PER_COMMAND ? [] : left.splice(0, PER_COMMAND)).map(({ from, to }) => ({
        reader: new Socket({ fd: from, readable: true, writable: false }),
        writer: to,
      }));
    },
    close: () => closeAll(left.splice(0)),
  };
};

const makePipes = async ({ folder, env, notFrom }: OutputPipesPlace): Promise<readonly Ends[]> => {
  const path = env.PATH ?? "/usr/bin:/bin";
  const program = resolveProgram("mkfifo", { path, cwd: "/", notFrom });
  if (program === null) return [];
  const names = Array.from({ length: COMMANDS * PER_COMMAND }, () => join(folder, `pipe-${newUlid()}`));
  const args = ["-m", "600", "--", ...names];
  const origin = { kind: "own", notFrom } as const;
  const run = { program, args, cwd: "/", env: { PATH: path, LC_ALL: "C" }, origin, limitMs: LIMIT_MS };
  if ((await runProgram(run)).exitCode !== 0) return [];
  const made = names.flatMap((name) => openOnce(name) ?? []);
  // Where descriptors are scarce, none is kept for later.
  if (made.length < names.length) closeAll(made.splice(PER_COMMAND));
  return made;
};

const closeAll = (pipes: readonly Ends[]): void => {
  for (const { from, to } of pipes) for (const descriptor of [from, to]) closeSync(descriptor);
};

/** The descriptors of a pipe's two ends. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

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
