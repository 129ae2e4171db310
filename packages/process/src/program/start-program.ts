import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { WriteStream } from "node:fs";
import { errnoOf, faultInWords } from "@llmch/files";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
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
  /** Whether it has the terminal until it ends, as a pager needs it. */
  readonly hasTerminal?: boolean;
  /** What to put at each descriptor, from standard input on; a stream must be of an open file. */
  readonly stdio: readonly [Descriptor, Descriptor | WriteStream, Descriptor | WriteStream, ...Descriptor[]];
}

type Descriptor = "ignore" | "pipe" | "inherit";

/**
 * Starts a program: no shell, no terminal unless it is to have it, its own session. Every process of llmch starts here, except the `git --version`
 * of `doctor`. Refuses one of llmch's own programs if it comes from the repo. Never rejects: the issue says why a program cannot be
 * started.
 */
export const startProgram = async (start: ProgramStart): Promise<Result<RunningProgram, string>> => {
  const { program, args, cwd, origin, stdio } = start;
  const foreign = origin.kind === "own" ? foreignPart(program, origin.notFrom) : null;
  if (foreign !== null) return rejected(foreign);
  const env = origin.kind === "own" ? trustedEnvironment(start.env, origin.notFrom) : start.env;
  try {
    const child = spawn(program, args, { detached: start.hasTerminal !== true, stdio: [...stdio], cwd, env });
    if (child.pid === undefined) {
      const [fault] = await once(child, "error");
      return rejected(startFault(fault));
    }
    // Whoever reads or waits learns of the end; without listeners, a fault would end this process.
    for (const each of [child, ...child.stdio]) each?.on("error", () => {});
    return accepted({ child, group: child.pid });
  } catch (fault) {
    // Arguments with a NUL are refused at once.
    return rejected(startFault(fault));
  }
};

/** The program was found before, so its interpreter must be missing. */
const startFault = (fault: unknown): string =>
  errnoOf(fault) === "ENOENT" ? "its interpreter is missing" : faultInWords(fault);
