/** The results of a kind's trials. */
export interface TableRow {
  readonly kind: string;
  /** How many trials ran to their end. */
  readonly trials: number;
  /** How many faults were injected in them: a chain of kills has several, and none if llmch was done before the first. */
  readonly faults: number;
  readonly failures: number;
  readonly ms: number;
  readonly promise: string;
}

/** The lines of a table, for kinds whose names have at most `width` columns. */
export const tableOf = (width: number) => {
  const line = (kind: string, ...[trials, faults, failures, seconds, promise]: readonly [...string[]]): string =>
    [
      kind.padEnd(width),
      trials?.padStart(7),
      faults?.padStart(7),
      failures?.padStart(8),
      seconds?.padStart(7),
      promise,
    ].join("  ");
  return {
    head: line("kind", "trials", "faults", "failures", "seconds", "promise"),
    row: ({ kind, trials, faults, failures, ms, promise }: TableRow): string =>
      line(kind, String(trials), String(faults), String(failures), (ms / 1000).toFixed(1), promise),
    skipped: (kind: string, why: string): string => line(kind, "SKIPPED", "-", "-", "-", why),
  };
};
