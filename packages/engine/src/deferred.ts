/** A promise that is settled from outside. */
export const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {};
  let reject: (fault: Error) => void = () => {};
  const promise = new Promise<Value>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  return { promise, resolve, reject };
};
