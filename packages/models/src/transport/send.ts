import type { JsonObject, Result } from "@llmch/contract";
import type { ServerFault } from "./fault.ts";

export interface WireRequest {
  readonly method: "get" | "post";
  /** Under the base URL, beginning with a slash. */
  readonly path: string;
  readonly body: JsonObject | null;
}

/** Sends one request, once. The signal ends it, also while the answer is read. Never rejects. */
export type Send = (request: WireRequest, signal: AbortSignal) => Promise<Result<Response, ServerFault>>;

/** What a client of a provider's SDK is opened with. */
export interface ClientOptions {
  /** `openai`, `anthropic`, `compatible:NAME`. */
  readonly provider: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly connectMs: number;
}

/** Opens a client; loads its SDK. */
export type OpenClient = (options: ClientOptions) => Promise<Send>;

/** Longer than any exchange may take: the limits are ours, see `deadline.ts`. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;
