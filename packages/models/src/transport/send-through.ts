import { accepted, type JsonObject, type JsonValue, rejected } from "@llmch/text";
import { connectionFault, refusalFault } from "./sdk-fault.ts";
import type { Send } from "./send.ts";

/** What both SDKs' clients offer: requests that return the raw response. */
interface Client {
  post(path: string, options: { body: JsonObject | null; signal: AbortSignal }): Pending;
  get(path: string, options: { signal: AbortSignal }): Pending;
}
interface Pending {
  asResponse(): Promise<Response>;
}

/** A server's refusal, as an SDK throws it. */
export interface ThrownRefusal {
  readonly status: number;
  readonly body: JsonValue;
  readonly message: string;
  readonly headers: Headers | undefined;
}

/**
 * Sends through an SDK's client; what it throws becomes a fault.
 * @param refusalOf converts a thrown error to the server's refusal, or null if no answer began
 */
export const sendThrough =
  (client: Client, refusalOf: (error: unknown) => ThrownRefusal | null): Send =>
  async ({ method, path, body }, signal) => {
    try {
      const request = method === "post" ? client.post(path, { body, signal }) : client.get(path, { signal });
      return accepted(await request.asResponse());
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) return rejected(connectionFault(error));
      return rejected(refusalFault(refusal.status, refusal.body, refusal.message, refusal.headers));
    }
  };
