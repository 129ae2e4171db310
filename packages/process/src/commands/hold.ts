import { signalGroup } from "../program/signals.ts";
import { untilDrained } from "../program/until-drained.ts";
import type { Ending, ProcessExit } from "../program/wait-for-end.ts";
import { endLeftovers } from "./ending.ts";
import type { Offspring } from "./leftovers.ts";

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
export const holdGroup = (offspring: Offspring): Hold => ({
  terminate: () => void signalGroup(offspring.group, "SIGTERM"),
  kill: () => void signalGroup(offspring.group, "SIGKILL"),
  finish: async (drained) => {
    await untilDrained(drained);
    await endLeftovers(offspring);
  },
  endOf: (exit) => exit,
});
