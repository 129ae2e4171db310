import type { ChildProcess } from "node:child_process";
import { type Dir, opendirSync, type WriteStream } from "node:fs";
import { accepted, type Environment, type Result, rejected } from "@llmch/contract";
import { errnoOf, faultInWords } from "@llmch/files";
import { foreignPart, type Origin } from "./origin.ts";
import { trustedEnvironment } from "./trusted-environment.ts";

/** A started process. It leads its own process group, whose id is the process's. */
export interface RunningProgram {
  readonly child: ChildProcess;
  readonly group: number;
}

/** Everything that a program gets from llmch. */
export interface ProgramStart {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its whole environment: nothing is added, and for llmch's own programs it names none of the repo's code. */
  readonly env: Environment;
  readonly origin: Origin;
  /** What to put at each descriptor, from standard input on; a stream must be of an open file. */
  readonly stdio: readonly [Descriptor, Descriptor | WriteStream, Descriptor | WriteStream, ...Descriptor[]];
}

type Descriptor = "ignore" | "pipe";

/**
 * Starts a program: no shell, no terminal, its own session. Every process of llmch starts here, except the `git --version`
 * of `doctor`. Refuses one of llmch's own programs if it comes from the repo. Never rejects: the issue says why a program cannot be
 * started.
 */
export const startProgram = async (start: ProgramStart): Promise<Result<RunningProgram, string>> => {
  const { program, args, cwd, origin, stdio } = start;
  const foreign = origin.kind === "own" ? foreignPart(program, origin.notFrom) : null;
  if (foreign !== null) return rejected(foreign);
  const env = origin.kind === "own" ? trustedEnvironment(start.env, origin.notFrom) : start.env;
  // Loaded with the first program: much of llmch starts none.
  const { execa } = await import("execa");
  const unfit = descriptorFault(stdio.filter((each) => each === "pipe").length);
  if (unfit !== null) return rejected(unfit);
  try {
    const child = execa(program, args, { ...OPTIONS, stdio, cwd, env });
    if (child.pid === undefined) return rejected(startFault((await child).cause));
    return accepted({ child, group: child.pid });
  } catch (fault) {
    // Arguments with a NUL are refused at once.
    return rejected(startFault(fault));
  }
};

/** No output in memory and none of execa's limits: llmch's own end the whole group. */
const OPTIONS = {
  detached: true,
  cleanup: false,
  extendEnv: false,
  buffer: false,
  encoding: "buffer",
  reject: false,
  verbose: "none",
} as const;

/** Two for each pipe, as many again to learn of the start, and some spare. */
const descriptorsFor = (pipes: number): number => 2 * pipes + 4;

/**
 * Why a program with so many pipes cannot be started for lack of descriptors, or null. If they run out during the start, nothing
 * handles that error yet, and it would end this process.
 */
const descriptorFault = (pipes: number): string | null => {
  const open: Dir[] = [];
  try {
    for (let left = descriptorsFor(pipes); left > 0; left--) open.push(opendirSync("/"));
    return null;
  } catch (fault) {
    // An unreadable folder says nothing about descriptors.
    return ["EMFILE", "ENFILE"].includes(errnoOf(fault) ?? "") ? startFault(fault) : null;
  } finally {
    for (const each of open) each.closeSync();
  }
};

/** The program was found before, so its interpreter must be missing. */
const startFault = (fault: unknown): string =>
  errnoOf(fault) === "ENOENT" ? "its interpreter is missing" : faultInWords(fault);
