import { APIError, OpenAI } from "openai";
import { httpFetch } from "../transport/http-fetch.ts";
import { type ClientOptions, NO_TIMEOUT_MS, type Send } from "../transport/send.ts";
import { sendThrough } from "../transport/send-through.ts";
import { withoutVariables } from "../transport/without-variables.ts";

/** What the SDK sends of the environment is meant for OpenAI: no other server is told of it. */
const VARIABLES_FOR_OPENAI = ["OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_CUSTOM_HEADERS"];

/** Opens the OpenAI SDK for a server; this module is loaded where one is opened. Its own retries and log are off. */
export const openOpenAi = async (options: ClientOptions): Promise<Send> => {
  /** The SDK keeps the member `error` of a refusal alone; compatible servers put their reasons elsewhere too. */
  class Client extends OpenAI {
    protected override makeStatusError(status: number, body: object, text: string | undefined, headers: Headers) {
      return new APIError(status, body, text ?? "", headers);
    }
  }
  const client = withoutVariables(
    options.provider === "openai" ? [] : VARIABLES_FOR_OPENAI,
    () =>
      new Client({
        apiKey: options.apiKey,
        adminAPIKey: null,
        webhookSecret: null,
        baseURL: options.baseUrl,
        maxRetries: 0,
        timeout: NO_TIMEOUT_MS,
        logLevel: "off",
        fetch: httpFetch(options.connectMs),
      }),
  );

  return sendThrough(client, (error) =>
    error instanceof APIError && error.status !== undefined
      ? { status: error.status, body: error.error, message: error.message, headers: error.headers }
      : null,
  );
};
