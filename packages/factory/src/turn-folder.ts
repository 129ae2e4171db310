import { candidateFolder, type Round } from "@llmch/contract";

/** Identifies one question of an order. */
export interface Turn extends Pick<Round, "attempt" | "candidate"> {
  /** From 1; a later one follows an objection that asked for files. */
  readonly turn: number;
}

/** Where a turn's prompt and answer are stored (contract §7). */
export const turnFolder = (at: Turn): string =>
  at.turn === 1 ? candidateFolder(at) : `${candidateFolder(at)}/turn_${at.turn}`;
