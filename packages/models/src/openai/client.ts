import { APIError, OpenAI } from "openai";
import { httpFetch } from "../transport/http-fetch.ts";
import { addressOf, type ClientOptions, NO_TIMEOUT_MS, type Send } from "../transport/send.ts";
import { sendThrough } from "../transport/send-through.ts";

/**
 * Opens the OpenAI SDK for a server; this module is loaded only to open one. The SDK's own retries and log are off. What it takes
 * from the environment is meant for OpenAI: no other server gets it.
 */
export const openOpenAi = async (options: ClientOptions): Promise<Send> => {
  const isOpenAi = options.provider === "openai";
  /** The SDK keeps only the member `error` of a refusal; compatible servers give their reasons elsewhere too. */
  class Client extends OpenAI {
    constructor(given: ConstructorParameters<typeof OpenAI>[0]) {
      super(given);
      // No option stops the SDK from reading OPENAI_CUSTOM_HEADERS; by this point they are among its default headers.
      if (!isOpenAi) this._options = { ...this._options, defaultHeaders: undefined };
    }
    protected override makeStatusError(status: number, body: object, text: string | undefined, headers: Headers) {
      return new APIError(status, body, text ?? "", headers);
    }
  }
  const client = new Client({
    apiKey: options.apiKey,
    adminAPIKey: null,
    webhookSecret: null,
    ...(isOpenAi ? {} : { organization: null, project: null }),
    ...addressOf(options.baseUrl),
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: "off",
    fetch: httpFetch(options),
  });

  return sendThrough(client, (error) =>
    error instanceof APIError && error.status !== undefined
      ? { status: error.status, body: error.error, message: error.message, headers: error.headers }
      : null,
  );
};
