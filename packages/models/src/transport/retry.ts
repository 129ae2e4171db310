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
