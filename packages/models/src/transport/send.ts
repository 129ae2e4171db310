import type { ModelRole } from "@llmch/contract";
import type { JsonObject, Result } from "@llmch/text";
import type { ServerFault } from "./fault.ts";
import type { ProxyOf } from "./proxy-of.ts";

/** How requests travel, whichever server they go to. All times are milliseconds. */
export interface Transport {
  /** How many times a request is retried after a transient fault. */
  readonly retries: number;
  /** The first pause before a retry; it doubles from there. */
  readonly retryBaseMs: number;
  /** The longest pause, even if the server asks for more. */
  readonly maxWaitMs: number;
  readonly connectMs: number;
  /** The time limit of one exchange, including retries and polling. */
  readonly totalMs: Readonly<Record<ModelRole, number>>;
}

export interface WireRequest {
  readonly method: "get" | "post";
  /** Relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly body: JsonObject | null;
}

/** Sends one request, once. The signal ends it, even while the answer is read. Never rejects. */
export type Send = (request: WireRequest, signal: AbortSignal) => Promise<Result<Response, ServerFault>>;

/** The options to open a provider's SDK client with. */
export interface ClientOptions {
  /** `openai`, `anthropic`, `compatible:NAME`. */
  readonly provider: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly proxyOf: ProxyOf;
  readonly connectMs: number;
}

/** An address as the SDKs take it: its path, and the query that goes with every request (Azure's `api-version`). */
export const addressOf = (
  baseUrl: string,
): { readonly baseURL: string; readonly defaultQuery: Record<string, string> } => {
  const url = new URL(baseUrl);
  const defaultQuery = Object.fromEntries(url.searchParams);
  url.search = "";
  url.hash = "";
  return { baseURL: url.href.replace(/\/$/, ""), defaultQuery };
};

/** Loads the SDK and opens a client. */
export type OpenClient = (options: ClientOptions) => Promise<Send>;

/** Longer than any exchange may take: we set our own limits, see `deadline.ts`. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;
