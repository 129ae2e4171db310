/** A clock that advances by the same step each time it is read. */
export const steadyClock = (stepMs = 10): { monotonicMs(): number } => {
  let now = 0;
  return { monotonicMs: () => (now += stepMs) };
};
