import { Anthropic, APIError } from "@anthropic-ai/sdk";
import { isJsonObject } from "@llmch/text";
import { httpFetch } from "../transport/http-fetch.ts";
import { addressOf, type ClientOptions, NO_TIMEOUT_MS, type Send } from "../transport/send.ts";
import { sendThrough } from "../transport/send-through.ts";

/**
 * No option stops the SDK from reading ANTHROPIC_CUSTOM_HEADERS and adding them to its default headers. This restores the options
 * as given, without them.
 */
class Client extends Anthropic {
  constructor(given: ConstructorParameters<typeof Anthropic>[0]) {
    super(given);
    Object.assign(this, { _options: given });
  }
}

/**
 * Opens Anthropic's SDK for a server; this module is loaded only to open one. The SDK's own retries, log and traces are off, and
 * the given key stops it from looking for another. The address may end in /v1, as it does for other protocols.
 */
export const openAnthropic = async (options: ClientOptions): Promise<Send> => {
  const { baseURL, defaultQuery } = addressOf(options.baseUrl);
  const client = new Client({
    apiKey: options.apiKey,
    baseURL: baseURL.replace(/\/v1$/, ""),
    defaultQuery,
    webhookKey: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: "off",
    openTelemetry: false,
    fetch: httpFetch(options),
  });

  return sendThrough(client, (error) =>
    error instanceof APIError && error.status !== undefined
      ? {
          status: error.status,
          body: isJsonObject(error.error) ? error.error : null,
          message: error.message,
          headers: error.headers,
        }
      : null,
  );
};
