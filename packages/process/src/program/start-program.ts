import { closeSync, openSync } from "node:fs";
import { errnoOf, faultInWords } from "@llmch/files";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
import type { Options, ResultPromise } from "execa";
import { foreignPart, type Origin } from "./origin.ts";
import { trustedEnvironment } from "./trusted-environment.ts";

/** A started process. It leads its own process group, whose id is the process's. */
export interface RunningProgram {
  readonly child: ResultPromise;
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
  /** Whether it has the terminal until it ends, as a pager needs it. */
  readonly hasTerminal?: boolean;
  /** What to put at each descriptor, from standard input on; a number is an open descriptor of this process. */
  readonly stdio: readonly [Reads, Writes, Writes, ..."pipe"[]];
}

type Reads = "ignore" | "pipe";
type Writes = Reads | "inherit" | number;

/** Output, its end and what is left of a group are llmch's own to see to, and nothing of llmch's environment is added. */
const OPTIONS = { extendEnv: false, cleanup: false, buffer: false, reject: false, stripFinalNewline: false } as const;

/**
 * Starts a program: no shell, no terminal unless it is to have it, its own session. Every process of llmch starts here. Refuses
 * one of llmch's own programs if it comes from the repo. Never rejects: the issue says why a program cannot be started.
 */
export const startProgram = async (start: ProgramStart): Promise<Result<RunningProgram, string>> => {
  const { program, args, cwd, origin, stdio } = start;
  const foreign = origin.kind === "own" ? foreignPart(program, origin.notFrom) : null;
  if (foreign !== null) return rejected(foreign);
  const env = origin.kind === "own" ? trustedEnvironment(start.env, origin.notFrom) : start.env;
  try {
    // Loaded with the first program: many commands start none.
    const { execa } = await import("execa");
    proveFree(2 + 2 * stdio.filter((each) => each === "pipe").length);
    // Its types name no descriptor above 9.
    const placed = { ...OPTIONS, cwd, env, stdio: stdio as Options["stdio"] };
    const child = execa<Options>(program, args, { ...placed, detached: start.hasTerminal !== true });
    if (child.pid === undefined) return rejected(startFault((await child).cause));
    // Whoever reads, writes or waits learns of the end; without listeners, a fault would end this process.
    for (const each of [child, ...child.stdio]) each?.on("error", () => {});
    return accepted({ child, group: child.pid });
  } catch (fault) {
    // Arguments with a NUL are refused at once.
    return rejected(startFault(fault));
  }
};

/** Throws if that many descriptors are not free. A start takes two, and two for each pipe; a library that lacks them ends this process. */
export const proveFree = (count: number): void => {
  const open: number[] = [];
  try {
    while (open.length < count) open.push(openSync("/dev/null", "r"));
  } finally {
    for (const each of open) closeSync(each);
  }
};

/** The program was found before, so its interpreter must be missing. */
const startFault = (fault: unknown): string =>
  errnoOf(fault) === "ENOENT" ? "its interpreter is missing" : faultInWords(fault);
