import { setTimeout as wait } from "node:timers/promises";

/** How long output is waited for once the process has ended: something else may hold the pipe. */
const DRAIN_MS = 250;
const STEP_MS = 10;

/**
 * Waits until what an ended program printed has been read, but not for ever. The time is counted in turns of the event loop, each of
 * which reads what is in the pipe: when something has blocked the loop, or the machine is busy, nothing was waited for.
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
