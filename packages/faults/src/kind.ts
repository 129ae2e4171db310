import type { Random } from "./random.ts";

/** Where a kind's trials take place. */
export interface Place {
  /** A folder of the kind's own. */
  readonly folder: string;
  /** The built llmch: its `bin/llmch.js`. */
  readonly binary: string;
  readonly seed: number;
}

export interface Trial {
  /** From 0 up to the kind's full number; it means the same in a sample. */
  readonly number: number;
  readonly random: Random;
  /** A folder of the trial's own, made when it is first asked for. It stays where the trial fails. */
  folder(): string;
}

/** What the trials of a kind share while they last. */
export interface Trials {
  /** What went wrong, in words, or null where the promise held. */
  run(trial: Trial): Promise<string | null>;
  /** Ends what was started; a fault that only all trials together show, or null. */
  close(): Promise<string | null>;
  /** How often was struck so far, where a trial strikes several times: the table counts these. */
  strikes?(): number;
}

/** One kind of fault, and what must hold however it strikes (reliability §4, §5). */
export interface FaultKind {
  readonly name: string;
  readonly promise: string;
  /** How many trials there are, and how many of them a sample takes. */
  readonly trials: { readonly full: number; readonly sample: number };
  /** How many may run at the same time. */
  readonly parallel: number;
  /** Programs without which there can be no trial. */
  readonly needs: readonly string[];
  prepare(place: Place): Promise<Trials>;
}
