import { signalGroup } from "../program/signals.ts";
import type { Ending, ProcessExit } from "../program/wait-for-end.ts";
import { endLeftovers } from "./ending.ts";
import type { Offspring } from "./leftovers.ts";
import { untilDrained } from "./until-drained.ts";

/** How a command that was started is ended, with all that it starts, and how its end is understood. */
export interface Hold extends Ending {
  /** Ends what it left behind, and comes back once that is gone and `drained` is, or will not be. */
  finish(drained: Promise<unknown>): Promise<void>;
  /** What the exit of the process that we started says of the command; to be asked when all is finished. */
  endOf(exit: ProcessExit): CommandEnd;
}

/** A command that was not started after all has neither an exit code nor a signal. */
export type CommandEnd = ProcessExit;

/** Holds a command that leads a process group of its own, by that group and by the mark in its environment. */
export const holdGroup = (offspring: Offspring): Hold => ({
  terminate: () => void signalGroup(offspring.group, "SIGTERM"),
  kill: () => void signalGroup(offspring.group, "SIGKILL"),
  finish: async (drained) => {
    await untilDrained(drained);
    await endLeftovers(offspring);
  },
  endOf: (exit) => exit,
});
