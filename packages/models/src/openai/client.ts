import { accepted, type JsonObject, type JsonValue, rejected, type Verdict } from "@llmch/contract";
import { at, listAt, textAt } from "../transport/envelope.ts";
import { oneLine, type ServerFault, type StatusFault, statusFault } from "../transport/fault.ts";
import { httpFetch } from "../transport/http-fetch.ts";

export interface WireRequest {
  readonly method: "get" | "post";
  /** Under the base URL, beginning with a slash. */
  readonly path: string;
  readonly body: JsonObject | null;
}

/** Sends one request, once. The signal ends it, also while the answer is read. Never rejects. */
export type Send = (request: WireRequest, signal: AbortSignal) => Promise<Verdict<Response, ServerFault>>;

/** Longer than any exchange may take: the limits are ours, see `deadline.ts`. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Opens the OpenAI SDK for a server; its module is loaded here and nowhere else. Its own retries and log are off. */
export const openClient = async (options: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly connectMs: number;
}): Promise<Send> => {
  const { OpenAI, APIError } = await import("openai");

  /** The SDK keeps the member `error` of a refusal alone; compatible servers put their reasons elsewhere too. */
  class Client extends OpenAI {
    protected override makeStatusError(status: number, body: object, text: string | undefined, headers: Headers) {
      return new APIError(status, body, text ?? "", headers);
    }
  }
  const client = new Client({
    apiKey: options.apiKey,
    adminAPIKey: null,
    webhookSecret: null,
    baseURL: options.baseUrl,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: "off",
    fetch: httpFetch(options.connectMs),
  });

  return async ({ method, path, body }, signal) => {
    try {
      const request = method === "post" ? client.post(path, { body, signal }) : client.get(path, { signal });
      return accepted(await request.asResponse());
    } catch (error) {
      if (error instanceof APIError && error.status !== undefined) {
        return rejected(refusalOf(error.status, error.error, error.message, error.headers));
      }
      return rejected({ kind: "connection", message: connectionWords(error) });
    }
  };
};

const refusalOf = (status: number, body: JsonValue, text: string, headers: Headers | undefined): StatusFault => {
  const location = status < 400 ? (headers?.get("location") ?? null) : null;
  const message = location === null ? (refusalWords(body) ?? plainWords(text)) : `a redirect to ${placeOf(location)}`;
  return statusFault(status, message, {
    param: textAt(body, "error", "param") ?? textAt(body, "param"),
    code: textAt(body, "error", "code") ?? textAt(body, "code"),
    retryAfter: headers?.get("retry-after") ?? null,
    retryAfterMs: headers?.get("retry-after-ms") ?? null,
  });
};

/** Where servers put their reasons: OpenAI and most others, plain strings, and lists of validation errors. */
const refusalWords = (body: JsonValue): string | null =>
  textAt(body, "error", "message") ??
  textAt(body, "error") ??
  textAt(body, "message") ??
  textAt(body, "detail") ??
  (listAt(body, "detail").length > 0 ? JSON.stringify(at(body, "detail")) : null);

/** A refusal that is no JSON, without the status that the SDK writes before it; pages of proxies say nothing in one line. */
const plainWords = (text: string): string => {
  const words = text.replace(/^\d{3} (?:status code \(no body\))?/, "").trim();
  return words.startsWith("<") ? "a page of HTML" : words;
};

/** An address without what may be secret in it. */
const placeOf = (location: string): string =>
  URL.canParse(location) ? new URL(location).origin + new URL(location).pathname : "another address";

/** The innermost reason: the SDK wraps it in a sentence of its own. */
const connectionWords = (error: unknown): string => {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (error.cause instanceof Error) return connectionWords(error.cause);
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? connectionWords(first) : oneLine(error.message);
};
