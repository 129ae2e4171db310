import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** A process that was started. It leads a process group of its own, named by its id. */
export interface RunningProgram {
  readonly child: ChildProcess;
  readonly group: number;
}

/** Starts a program that leads a process group of its own. Throws what keeps it from starting. */
export const spawnProgram = async (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<RunningProgram> => {
  const child = spawn(program, args, { ...options, detached: true });
  const { pid } = child;
  if (pid === undefined) {
    const [fault] = await once(child, "error");
    throw fault;
  }
  // A pipe that breaks says nothing that the program's own end does not say.
  for (const part of [child, ...child.stdio]) part?.on("error", () => {});
  return { child, group: pid };
};
