/** Starts work whose result is needed later, or not at all: a failure surfaces where it is awaited. */
export const begun = <Value>(work: Promise<Value>): Promise<Value> => {
  work.catch(() => {});
  return work;
};
