import { setTimeout } from "node:timers/promises";

/** A machine may sleep meanwhile, which no timer notices. */
const LOOK_MS = 5_000;

/** Resolves once that time has come, or with false once the signal fires. */
export const sleepUntil = async (until: Date, signal: AbortSignal): Promise<boolean> => {
  for (let left = until.getTime() - Date.now(); left > 0 && !signal.aborted; left = until.getTime() - Date.now())
    await setTimeout(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => {});
  return !signal.aborted;
};
