import { setTimeout as wait } from "node:timers/promises";

/** How long to wait for output once the process has ended: another process may hold the pipe. */
const DRAIN_MS = 250;
const STEP_MS = 10;

/**
 * Waits until an ended program's output has been read, but not forever. Counts the time in turns of the event loop, each of which
 * reads what is in the pipe: time in which the loop is blocked, or the machine busy, does not count.
 */
export const untilDrained = async (drained: Promise<unknown>): Promise<void> => {
  let isDrained = false;
  const told = drained.then(() => {
    isDrained = true;
  });
  for (let waited = 0; waited < DRAIN_MS && !isDrained; waited += STEP_MS) {
    await Promise.race([told, wait(STEP_MS, undefined, { ref: false })]);
  }
};
