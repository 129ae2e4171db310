import { setTimeout as wait } from "node:timers/promises";
import { signalProcess } from "../program/signals.ts";
import { findLeftovers, type Offspring } from "./leftovers.ts";

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
