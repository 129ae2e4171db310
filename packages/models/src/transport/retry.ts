import type { Transport } from "../connections.ts";
import type { ServerFault } from "./fault.ts";

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * The pause before the next try, in milliseconds, or null where there is none: 408, 409, 429, 5xx, connection errors and
 * answers that broke off are tried again. `Retry-After` decides the pause; without one it doubles from the base.
 */
export const retryWaitMs = (
  fault: ServerFault,
  retries: number,
  { retries: most, retryBaseMs, maxWaitMs }: Pick<Transport, "retries" | "retryBaseMs" | "maxWaitMs">,
  epochMs: number,
): number | null => {
  if (retries >= most || !isTransient(fault)) return null;
  const asked = fault.kind === "status" ? retryAfterMs(fault, epochMs) : null;
  return Math.min(asked ?? retryBaseMs * 2 ** retries, maxWaitMs);
};

/** What may be gone by itself a moment later: what the server says of that decides, else its status; a quota stays used up. */
export const isTransient = (fault: ServerFault): boolean =>
  fault.kind === "status"
    ? (fault.mayRetry ??
      (fault.code !== "insufficient_quota" && (RETRIED_STATUSES.has(fault.status) || fault.status >= 500)))
    : fault.kind === "connection" || fault.kind === "broken";

/** The pause that the server asks for, or null where it asks for none or for nothing that can be read. */
const retryAfterMs = (
  headers: { readonly retryAfter: string | null; readonly retryAfterMs: string | null },
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
