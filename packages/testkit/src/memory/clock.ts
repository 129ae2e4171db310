/** A clock that goes forward by the same step each time it is read. */
export const steadyClock = (stepMs = 10): { monotonicMs(): number } => {
  let now = 0;
  return { monotonicMs: () => (now += stepMs) };
};
