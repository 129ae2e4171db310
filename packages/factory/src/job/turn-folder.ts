import { attemptFolder } from "@llmch/contract";

/** Identifies one question of an order. */
export interface Turn {
  readonly attempt: number;
  /** From 1; a later one follows an objection that asked for files. */
  readonly turn: number;
}

/** Where a turn's prompt and answer are stored (contract §7). */
export const turnFolder = ({ attempt, turn }: Turn): string =>
  turn === 1 ? attemptFolder(attempt) : `${attemptFolder(attempt)}/turn_${turn}`;
