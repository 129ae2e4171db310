/** Milliseconds that only increase, whatever happens to the wall clock; for durations. Node would load `performance` for this alone. */
export const monotonicClock = { monotonicMs: (): number => process.uptime() * 1000 } as const;
