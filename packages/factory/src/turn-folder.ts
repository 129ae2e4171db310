/** Which question of an order it is. */
export interface Turn {
  readonly attempt: number;
  /** From 1; a later one follows an objection that asked for files. */
  readonly turn: number;
}

/** Where a turn's prompt and answer are kept (contract §7). */
export const turnFolder = ({ attempt, turn }: Turn): string =>
  turn === 1 ? `attempt_${attempt}` : `attempt_${attempt}/turn_${turn}`;
