import type { ServerFault, StatusFault } from "./fault.ts";
import type { Transport } from "./send.ts";

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/** How many times a call was tried in vain. */
export interface Tries {
  readonly retries: number;
  /** Refusals because of too many calls, while the server kept answering others: not this call's fault. */
  readonly refusals: number;
}

export const NO_TRIES: Tries = { retries: 0, refusals: 0 };

/** While others are answered, hardly any call is refused this often; a server that singles one out is not asked forever. */
const MOST_REFUSALS = 50;

/**
 * The pause before the next try, in milliseconds, and the new counts. Null if there is no next try. 408, 409, 429, 5xx, connection
 * errors and broken answers are retried. `Retry-After` sets the pause; without it, the pause doubles from the base.
 * @param isHopeful whether a call refused because of too many calls may exceed its retries
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
  if (asked !== null && limitEnd(fault, maxWaitMs, epochMs) !== null) return null;
  return {
    waitMs: Math.min(asked ?? retryBaseMs * 2 ** (retries + refusals), maxWaitMs),
    tries: goesOn ? { retries, refusals: refusals + 1 } : { retries: retries + 1, refusals },
  };
};

/**
 * When a usage limit ends, in milliseconds since 1970: the server has had too many calls, and asks for a longer pause than llmch makes by
 * itself (contract §11). Null if it is none, or no time is told.
 */
export const limitEnd = (fault: ServerFault, maxWaitMs: number, epochMs: number): number | null => {
  if (fault.kind !== "status" || !OVERLOAD_STATUSES.has(fault.status)) return null;
  const asked = retryAfterMs(fault, epochMs);
  return asked !== null && asked > maxWaitMs && asked < LONGEST_LIMIT_MS ? epochMs + asked : null;
};

/** What is told beyond that is no usage limit. */
const LONGEST_LIMIT_MS = 366 * 24 * 3_600_000;

const OVERLOAD_STATUSES: ReadonlySet<number> = new Set([429, 503, 529]);

/** The server has too many calls, and may accept this one later. An error inside an answer has a status too. */
export const isOverload = (fault: ServerFault): boolean =>
  fault.kind === "status" && OVERLOAD_STATUSES.has(fault.status) && isTransient(fault);

/** Whether a fault may go away by itself. The server's own word decides, or else its status; a used-up quota does not. */
export const isTransient = (fault: ServerFault): boolean =>
  fault.kind === "status"
    ? (fault.mayRetry ??
      (fault.code !== "insufficient_quota" && (RETRIED_STATUSES.has(fault.status) || fault.status >= 500)))
    : fault.kind === "connection" || fault.kind === "broken";

/** The pause that the server asks for, or null if it asks for none, or in an unreadable form. */
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

/** HTTP dates, the oldest of which names no zone, and RFC 3339 dates. `Date.parse` alone finds a date in almost any text. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*GMT$/;
const OLD_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
const INTERNET_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const epochOf = (text: string): number | null => {
  const date = OLD_DATE.test(text) ? `${text} GMT` : HTTP_DATE.test(text) || INTERNET_DATE.test(text) ? text : "";
  const parsed = Date.parse(date);
  return Number.isNaN(parsed) ? null : parsed;
};

/** A number, possibly with the unit that some gateways add. */
const amount = (header: string | null): number | null => {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s?s?\s*$/.exec(header ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
};
