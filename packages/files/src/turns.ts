import { setImmediate } from "node:timers/promises";
import type { Steps } from "@llmch/contract";
import { monotonicClock } from "./clock.ts";

/** Longer work gives others a turn, above all the signals that stop it. */
const TURN_MS = 20;
/** The clock is read once in this many steps. */
const STEPS = 64;

/** When others last had a turn. */
let turned = monotonicClock.monotonicMs();

/** Call between two pieces of work: gives others a turn if the last one was long ago. Throws "interrupted" once the signal has fired. */
export const breathe = async (signal?: AbortSignal): Promise<void> => {
  if (monotonicClock.monotonicMs() - turned >= TURN_MS) {
    await setImmediate();
    turned = monotonicClock.monotonicMs();
  }
  if (signal?.aborted === true) throw new Error("interrupted");
};

/** Turns for work in many small steps. */
export interface Turns {
  /** Call after each step. True if it is somebody else's turn; then await `take`. */
  isOver(): boolean;
  take(): Promise<void>;
}

/** For work in many steps that blocks nothing: `if (turns.isOver()) await turns.take();` */
export const startTurns = (): Turns => {
  let since = monotonicClock.monotonicMs();
  let steps = 0;
  return {
    isOver: () => ++steps % STEPS === 0 && monotonicClock.monotonicMs() - since >= TURN_MS,
    take: async () => {
      await setImmediate();
      since = monotonicClock.monotonicMs();
    },
  };
};

/** Does work in turns, so that it blocks nothing. Throws "interrupted" once the signal fires. */
export const inTurns = async <Value>(work: Steps<Value>, signal?: AbortSignal): Promise<Value> => {
  let since = monotonicClock.monotonicMs();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (monotonicClock.monotonicMs() - since < TURN_MS) continue;
    await setImmediate();
    if (signal?.aborted === true) throw new Error("interrupted");
    since = monotonicClock.monotonicMs();
  }
};
