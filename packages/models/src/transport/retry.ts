import type { ServerFault } from "./fault.ts";

/** How often a request is sent again after it failed (contract §4). */
export const MAX_RETRIES = 3;
/** The longest pause, whatever the server asks for. */
export const MAX_WAIT_MS = 60_000;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * The pause before the next try, in milliseconds, or null where there is none: 408, 409, 429, 5xx, connection errors and
 * answers that broke off are tried again. `Retry-After` decides the pause; without one it doubles from the base.
 */
export const retryWaitMs = (fault: ServerFault, retries: number, baseMs: number, epochMs: number): number | null => {
  if (retries >= MAX_RETRIES || !isTransient(fault)) return null;
  const asked = fault.kind === "status" ? retryAfterMs(fault, epochMs) : null;
  return Math.min(asked ?? baseMs * 2 ** retries, MAX_WAIT_MS);
};

/** What may be gone by itself a moment later. */
export const isTransient = (fault: ServerFault): boolean =>
  fault.kind === "status"
    ? RETRIED_STATUSES.has(fault.status) || fault.status >= 500
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
  const date = HTTP_DATE.test(headers.retryAfter ?? "") ? Date.parse(headers.retryAfter ?? "") : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - epochMs);
};

/** `Date.parse` alone finds a date in nearly any words. */
const HTTP_DATE = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*GMT\s*$/;

const amount = (header: string | null): number | null =>
  header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : null;
