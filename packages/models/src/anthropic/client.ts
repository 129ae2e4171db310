import { Anthropic, APIError } from "@anthropic-ai/sdk";
import { accepted, rejected } from "@llmch/contract";
import { httpFetch } from "../transport/http-fetch.ts";
import { connectionFault, refusalFault } from "../transport/sdk-fault.ts";
import { type ClientOptions, NO_TIMEOUT_MS, type Send } from "../transport/send.ts";

/** Opens Anthropic's SDK for a server; this module is loaded where one is opened. Its own retries and log are off. */
export const openAnthropic = async (options: ClientOptions): Promise<Send> => {
  const client = new Anthropic({
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    webhookKey: null,
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
      return error instanceof APIError && error.status !== undefined
        ? rejected(
            refusalFault(error.status, JSON.parse(JSON.stringify(error.error ?? null)), error.message, error.headers),
          )
        : rejected(connectionFault(error));
    }
  };
};
