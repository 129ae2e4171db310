/** Performs writes one after the other while the run continues, so that git and commands need not wait for the disk. */
export interface WriteBehind {
  /** Queues a write. Throws the fault of an earlier one. */
  add(write: () => Promise<void>): void;
  /** Returns when all writes are done. Throws the first fault. */
  settled(): Promise<void>;
  /** Waits, then clears the faults, since the next write is worth another try. */
  recovered(): Promise<void>;
}

export const createWriteBehind = (): WriteBehind => {
  const faults: unknown[] = [];
  let last: Promise<void> = Promise.resolve();
  const throwFirst = () => {
    if (faults.length > 0) throw faults[0];
  };
  return {
    add: (write) => {
      throwFirst();
      last = last.then(write).catch((fault: unknown) => {
        faults.push(fault);
      });
    },
    recovered: async () => {
      await last;
      faults.length = 0;
    },
    settled: async () => {
      await last;
      throwFirst();
    },
  };
};
