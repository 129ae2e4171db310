import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { systemText } from "@llmch/files";
import { signalGroup, signalProcess } from "./signals.ts";
import { type Ending, type ProcessExit, untilDrained } from "./wait-for-end.ts";

/** How to end a started command with everything that it starts, and how to interpret its exit. */
export interface Hold extends Ending {
  /** Ends leftover processes; resolves once they are gone and `drained` has resolved or been given up. */
  finish(drained: Promise<unknown>): Promise<void>;
  /** What the exit of the started process means for the command; to be called after `finish`. */
  endOf(exit: ProcessExit): CommandEnd;
}

/** A command that was not started after all has neither an exit code nor a signal. */
export type CommandEnd = ProcessExit;

/** Holds a command by its own process group and by the mark in its environment. */
export const holdGroup = (offspring: Required<Offspring>): Hold => ({
  terminate: () => void signalGroup(offspring.group, "SIGTERM"),
  kill: () => void signalGroup(offspring.group, "SIGKILL"),
  finish: async (drained) => {
    await untilDrained(drained);
    await endLeftovers(offspring);
  },
  endOf: (exit) => exit,
});

/** How long leftover processes may take to end; their output no longer matters. */
const LEFTOVER_GRACE_MS = 250;
const STEP_MS = 20;
const ROUNDS = 50;

/** Ends every process that a command left behind, first with SIGTERM. Returns at once if there is none. */
export const endLeftovers = async (offspring: Offspring): Promise<void> => {
  let leftovers = findLeftovers(offspring);
  if (leftovers.length === 0) return;
  signalAll(leftovers, "SIGTERM");
  for (let waited = 0; waited < LEFTOVER_GRACE_MS; waited += STEP_MS) {
    await wait(STEP_MS);
    leftovers = findLeftovers(offspring);
    if (leftovers.length === 0) return;
  }
  // Processes that keep starting new ones need more than one round.
  for (let round = 0; round < ROUNDS && leftovers.length > 0; round++) {
    signalAll(leftovers, "SIGKILL");
    await wait(STEP_MS);
    leftovers = findLeftovers(offspring);
  }
};

const signalAll = (ids: readonly number[], signal: NodeJS.Signals): void => {
  for (const id of ids) signalProcess(id, signal);
};

/** What a command has started: its process group, if it has one, and a mark in the environment that all its processes inherit. */
export interface Offspring {
  readonly group?: number;
  /** `NAME=value`, unique to the command. */
  readonly mark: string;
}

/**
 * The ids of processes that a command left behind: in its group, or daemons that have left it. A daemon is found by the mark,
 * only on Linux and only if it does not also clear its environment. Elsewhere only the group is visible.
 */
export const findLeftovers = ({ group, mark }: Offspring): readonly number[] => {
  if (process.platform !== "linux") return group !== undefined && signalGroup(group, 0) ? [-group] : [];
  return readdirSync("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 1 && id !== process.pid)
    .filter((id) => isOffspring(id, group, mark));
};

const isOffspring = (id: number, group: number | undefined, mark: string): boolean => {
  const stat = systemText(`/proc/${id}/stat`);
  if (stat === "") return false;
  const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return false;
  return Number(itsGroup) === group || systemText(`/proc/${id}/environ`).split("\0").includes(mark);
};
