/** Monotonic milliseconds, unaffected by the wall clock; for durations. `performance` would have to be loaded only for this. */
export const monotonicClock = { monotonicMs: (): number => process.uptime() * 1000 } as const;
