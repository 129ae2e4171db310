import type { JsonValue } from "@llmch/text";
import { at, listAt, textAt } from "./envelope.ts";
import { oneLine, type ServerFault, type StatusFault, statusFault } from "./fault.ts";

/** Converts a refusal from a provider's SDK: its status, body, error text and headers. */
export const refusalFault = (
  status: number,
  body: JsonValue,
  text: string,
  headers: Headers | undefined,
): StatusFault => {
  const location = status < 400 ? (headers?.get("location") ?? null) : null;
  const message = location === null ? (refusalWords(body) ?? plainWords(text)) : `a redirect to ${placeOf(location)}`;
  return statusFault(status, message, {
    param: textAt(body, "error", "param") ?? textAt(body, "param"),
    code:
      textAt(body, "error", "code") ??
      textAt(body, "code") ??
      textAt(body, "error", "details", "error_code") ??
      textAt(body, "error", "type"),
    retryAfter: headers?.get("retry-after") ?? null,
    retryAfterMs: headers?.get("retry-after-ms") ?? headers?.get("x-ms-retry-after-ms") ?? null,
    mayRetry: SAYS_RETRY.get(headers?.get("x-should-retry") ?? "") ?? null,
  });
};

/** OpenAI and Anthropic say explicitly whether a retry may help. */
const SAYS_RETRY: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** The places where servers put their reasons: OpenAI and most others, plain strings, and lists of validation errors. */
const refusalWords = (body: JsonValue): string | null =>
  textAt(body, "error", "message") ??
  textAt(body, "error") ??
  textAt(body, "message") ??
  textAt(body, "detail") ??
  (listAt(body, "detail").length > 0 ? JSON.stringify(at(body, "detail")) : null);

/** A refusal that is not JSON, without the status that the SDK puts before it; a proxy's page has nothing to say in one line. */
const plainWords = (text: string): string => {
  const words = text.replace(/^\d{3} (?:status code \(no body\))?/, "").trim();
  return words.startsWith("<") ? "a page of HTML" : words;
};

/** An address without the parts that may be secret. */
const placeOf = (location: string): string =>
  URL.canParse(location) ? new URL(location).origin + new URL(location).pathname : "another address";

/** Why no answer began. */
export const connectionFault = (error: unknown): ServerFault => {
  const innermost = innermostOf(error);
  const message = oneLine(innermost instanceof Error ? innermost.message : String(innermost));
  return { kind: "connection", message, isUnsent: UNSENT.test(message) };
};

/** The server was never reached, so nothing can have been billed. */
const UNSENT = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b|\bno connection within/;

/** The innermost reason: the SDK wraps it in its own sentence. */
const innermostOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.cause instanceof Error) return innermostOf(error.cause);
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? innermostOf(first) : error;
};
