import type { Random } from "./random.ts";

/** The surroundings of a kind's trials. */
export interface Place {
  /** A folder for this kind alone. */
  readonly folder: string;
  /** The built llmch: its `bin/llmch.js`. */
  readonly binary: string;
  readonly seed: number;
}

export interface Trial {
  /** From 0 up to the kind's full number. It means the same in a sample. */
  readonly number: number;
  readonly random: Random;
  /** A folder for this trial alone, created on first use. It is kept if the trial fails. */
  folder(): string;
}

/** What the trials of a kind share while they run. */
export interface Trials {
  /** What went wrong, in words, or null if the promise held. */
  run(trial: Trial): Promise<string | null>;
  /** Ends what was started. Returns a fault that only all trials together show, or null. */
  close(): Promise<string | null>;
  /** How many faults were injected so far, if a trial injects several: the table counts them separately from the trials. */
  strikes?(): number;
}

/** One kind of fault, and what must hold wherever it hits (reliability §4, §5). */
export interface FaultKind {
  readonly name: string;
  readonly promise: string;
  /** How many trials there are, and how many of them are in a sample. */
  readonly trials: { readonly full: number; readonly sample: number };
  /** True if every sample has it. Of all others, the seed says which a sample has. */
  readonly isAlwaysSampled?: boolean;
  /** How many may run at the same time. */
  readonly parallel: number;
  /** True if nothing may run beside it: it works in this process, or measures time. */
  readonly isAlone?: boolean;
  /** Programs without which no trial can run. */
  readonly needs: readonly string[];
  prepare(place: Place): Promise<Trials>;
}
