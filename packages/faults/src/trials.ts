import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FaultKind, Place, Trials } from "./kind.ts";
import { randomOf } from "./random.ts";

export interface Failure {
  /** Null if only all trials together show it. */
  readonly trial: number | null;
  readonly why: string;
  readonly folder: string | null;
}

/** A trial that takes longer than this hangs, even on a very busy machine. */
const LIMIT_MS = 300_000;

/** The trials of a kind, or that many of them, spread evenly over all. */
export const spread = (full: number, wanted: number): readonly number[] =>
  Array.from({ length: Math.min(wanted, full) }, (_, index) => Math.floor((index * full) / Math.min(wanted, full)));

/** Runs trials of a kind, several at a time, and reports each failure at once. Returns all failures, and how many faults were injected. */
export const runTrials = async (
  kind: FaultKind,
  place: Place,
  numbers: readonly number[],
  onFailure: (failure: Failure) => void,
): Promise<{ readonly failures: readonly Failure[]; readonly strikes: number }> => {
  const failures: Failure[] = [];
  const fail = (failure: Failure) => {
    failures.push(failure);
    onFailure(failure);
  };
  const trials = await kind.prepare(place);
  // In random order, so that a run that is cut short has tried some of everything.
  const waiting = randomOf(place.seed, -1).shuffle(numbers).values();
  const worker = async () => {
    for (const number of waiting) {
      const failure = await runTrial(trials, place, number);
      if (failure !== null) fail(failure);
    }
  };
  await Promise.all(Array.from({ length: kind.parallel }, worker));
  const atLast = await trials.close();
  if (atLast !== null) fail({ trial: null, why: atLast, folder: null });
  return { failures, strikes: trials.strikes?.() ?? numbers.length };
};

const runTrial = async (trials: Trials, place: Place, number: number): Promise<Failure | null> => {
  const path = join(place.folder, String(number));
  let made = false;
  const folder = () => {
    if (!made) mkdirSync(path, { recursive: true });
    made = true;
    return path;
  };
  const why = await outcomeOf(trials.run({ number, random: randomOf(place.seed, number), folder }));
  if (why !== null) return { trial: number, why, folder: made ? path : null };
  if (made) rmSync(path, { recursive: true, force: true });
  return null;
};

/** An exception is a failure like any other: nobody expected it. */
const outcomeOf = async (run: Promise<string | null>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, `no end within ${LIMIT_MS / 1000} s`);
  });
  try {
    return await Promise.race([run, hang]);
  } catch (fault) {
    return `it threw: ${fault instanceof Error ? fault.stack : String(fault)}`;
  } finally {
    clearTimeout(timer);
  }
};
