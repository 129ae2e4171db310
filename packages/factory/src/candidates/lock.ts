/** A read-write lock: `together` bodies may overlap, `alone` bodies may not. */
export interface Lock {
  together<Value>(body: () => Promise<Value>): Promise<Value>;
  /** Waits for everything that started before; everything that comes later waits for it. */
  alone<Value>(body: () => Promise<Value>): Promise<Value>;
}

export const createLock = (): Lock => {
  let last: Promise<unknown> = Promise.resolve();
  const open = new Set<Promise<unknown>>();
  return {
    together: (body) => {
      const run = last.then(body);
      const over = run.then(ignore, ignore).finally(() => open.delete(over));
      open.add(over);
      return run;
    },
    alone: (body) => {
      const run = Promise.all([last, ...open]).then(body);
      last = run.then(ignore, ignore);
      return run;
    },
  };
};

const ignore = (): void => {};
