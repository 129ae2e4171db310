import { decodeTime, ulid } from "ulid";

/** The latest time that a ULID can represent. */
const LATEST_MS = 2 ** 48 - 1;

/**
 * The wall clock, limited to what a ULID can represent. A clock before 1970, as on a machine with a flat battery, gives 1 and not 0, since
 * for 0 the library reads the clock itself.
 * @param leastMs what it must not be before
 */
export const ulidTime = (leastMs = 1): number => Math.min(LATEST_MS, Math.max(1, leastMs, Date.now()));

/** A new ULID, unique whatever the clock says. */
export const newUlid = (): string => ulid(ulidTime());

/** When a ULID was made, as the clock was then; UTC. */
export const timeOfUlid = (id: string): string => new Date(decodeTime(id)).toISOString();

/** Monotonic milliseconds, unaffected by the wall clock; for durations. `performance` would have to be loaded only for this. */
export const monotonicClock = { monotonicMs: (): number => process.uptime() * 1000 } as const;
