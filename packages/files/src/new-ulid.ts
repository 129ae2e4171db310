import { ulid } from "ulid";

/** The last moment that a ULID can tell. */
const LATEST_MS = 2 ** 48 - 1;

/** The wall clock as a ULID can tell it: a clock before 1970, as on a machine whose battery is flat, counts as its beginning.
 * Not 0, for which the library reads the clock itself. */
export const ulidTime = (): number => Math.min(LATEST_MS, Math.max(1, Date.now()));

/** A new ULID. It is unique whatever the clock says. */
export const newUlid = (): string => ulid(ulidTime());
