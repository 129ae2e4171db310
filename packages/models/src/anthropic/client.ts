import { Anthropic, APIError } from "@anthropic-ai/sdk";
import { accepted, isJsonObject, rejected } from "@llmch/contract";
import { httpFetch } from "../transport/http-fetch.ts";
import { connectionFault, refusalFault } from "../transport/sdk-fault.ts";
import { type ClientOptions, NO_TIMEOUT_MS, type Send } from "../transport/send.ts";
import { withoutVariables } from "../transport/without-variables.ts";

/**
 * Opens Anthropic's SDK for a server; this module is loaded where one is opened. Its own retries, log and traces are off, and a
 * key that is given keeps it from looking for another one. The address may end in /v1, as it does for other protocols.
 */
export const openAnthropic = async (options: ClientOptions): Promise<Send> => {
  const client = withoutVariables(
    ["ANTHROPIC_CUSTOM_HEADERS"],
    () =>
      new Anthropic({
        apiKey: options.apiKey,
        baseURL: options.baseUrl.replace(/\/v1\/?$/, ""),
        webhookKey: null,
        maxRetries: 0,
        timeout: NO_TIMEOUT_MS,
        logLevel: "off",
        openTelemetry: false,
        fetch: httpFetch(options.connectMs),
      }),
  );

  return async ({ method, path, body }, signal) => {
    try {
      const request = method === "post" ? client.post(path, { body, signal }) : client.get(path, { signal });
      return accepted(await request.asResponse());
    } catch (error) {
      if (!(error instanceof APIError) || error.status === undefined) return rejected(connectionFault(error));
      const refusal = isJsonObject(error.error) ? error.error : null;
      return rejected(refusalFault(error.status, refusal, error.message, error.headers));
    }
  };
};
