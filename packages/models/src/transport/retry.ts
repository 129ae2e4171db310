import type { Transport } from "../connections.ts";
import type { ServerFault, StatusFault } from "./fault.ts";

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/** How often a call was tried in vain. */
export interface Tries {
  readonly retries: number;
  /** Refusals for the number of calls, while the server went on answering others: they are no fault of this call. */
  readonly refusals: number;
}

export const NO_TRIES: Tries = { retries: 0, refusals: 0 };

/** With others answered beside it, hardly any call is refused so often; a server that singles one out is not asked for ever. */
const MOST_REFUSALS = 50;

/**
 * The pause before the next try, in milliseconds, and what is counted then. Null where there is none: 408, 409, 429, 5xx, connection
 * errors and answers that broke off are tried again. `Retry-After` decides the pause; without one it doubles from the base.
 * @param isHopeful whether a call that is refused for the number of calls goes on beyond its retries
 */
export const nextTry = (
  fault: ServerFault,
  { retries, refusals }: Tries,
  { retries: most, retryBaseMs, maxWaitMs }: Pick<Transport, "retries" | "retryBaseMs" | "maxWaitMs">,
  epochMs: number,
  isHopeful = false,
): { readonly waitMs: number; readonly tries: Tries } | null => {
  if (!isTransient(fault)) return null;
  const goesOn = isHopeful && isOverload(fault) && refusals < MOST_REFUSALS;
  const counted = isOverload(fault) ? retries + refusals : retries;
  if (!goesOn && counted >= most) return null;
  const asked = fault.kind === "status" ? retryAfterMs(fault, epochMs) : null;
  return {
    waitMs: Math.min(asked ?? retryBaseMs * 2 ** (retries + refusals), maxWaitMs),
    tries: goesOn ? { retries, refusals: refusals + 1 } : { retries: retries + 1, refusals },
  };
};

const OVERLOAD_STATUSES: ReadonlySet<number> = new Set([429, 503, 529]);

/** The server has too many calls, and takes this one later; what it says while an answer comes has a status too. */
export const isOverload = (fault: ServerFault): boolean =>
  fault.kind === "status" && OVERLOAD_STATUSES.has(fault.status) && isTransient(fault);

/** What may be gone by itself a moment later: what the server says of that decides, else its status; a quota stays used up. */
export const isTransient = (fault: ServerFault): boolean =>
  fault.kind === "status"
    ? (fault.mayRetry ??
      (fault.code !== "insufficient_quota" && (RETRIED_STATUSES.has(fault.status) || fault.status >= 500)))
    : fault.kind === "connection" || fault.kind === "broken";

/** The pause that the server asks for, or null where it asks for none or for nothing that can be read. */
export const retryAfterMs = (
  headers: Pick<StatusFault, "retryAfter" | "retryAfterMs">,
  epochMs: number,
): number | null => {
  const milliseconds = amount(headers.retryAfterMs);
  if (milliseconds !== null) return milliseconds;
  const seconds = amount(headers.retryAfter);
  if (seconds !== null) return seconds * 1000;
  const dateMs = epochOf((headers.retryAfter ?? "").trim());
  return dateMs === null ? null : Math.max(0, dateMs - epochMs);
};

/** Dates of HTTP, the oldest of which names no zone, and of RFC 3339. `Date.parse` alone finds a date in nearly any words. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*GMT$/;
const OLD_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
const INTERNET_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const epochOf = (text: string): number | null => {
  const date = OLD_DATE.test(text) ? `${text} GMT` : HTTP_DATE.test(text) || INTERNET_DATE.test(text) ? text : "";
  const parsed = Date.parse(date);
  return Number.isNaN(parsed) ? null : parsed;
};

/** A number, also with the unit that some gateways write after it. */
const amount = (header: string | null): number | null => {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s?s?\s*$/.exec(header ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
};
