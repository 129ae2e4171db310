import { setImmediate } from "node:timers/promises";
import type { Steps } from "@llmch/contract";
import { monotonicClock } from "./monotonic-clock.ts";

/** Longer work lets others have a turn in between: above all the signals that end it. */
const TURN_MS = 20;
/** The clock is looked at once in so many steps. */
const STEPS = 64;

/** When others have had a turn at the latest. */
let turned = monotonicClock.monotonicMs();

/** Between two pieces of work: lets others have a turn if the last one was long ago. Throws "interrupted" once the signal has fired. */
export const breathe = async (signal?: AbortSignal): Promise<void> => {
  if (monotonicClock.monotonicMs() - turned >= TURN_MS) {
    await setImmediate();
    turned = monotonicClock.monotonicMs();
  }
  if (signal?.aborted === true) throw new Error("interrupted");
};

/** The turns of work that is made of many small steps. */
export interface Turns {
  /** After each step: true where it is somebody else's turn, which `take` waits for. */
  isOver(): boolean;
  take(): Promise<void>;
}

/** Work of many steps that keeps nothing waiting: `if (turns.isOver()) await turns.take();` */
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

/** Does work in turns that keep nothing waiting. Throws "interrupted" once the signal fires. */
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
