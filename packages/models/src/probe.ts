import { accepted, createRedactor, type Result, rejected } from "@llmch/text";
import type { Server } from "./connections.ts";
import { describeFault, shown } from "./transport/fault.ts";

/** Why a server would not serve a run. */
export interface ServerObstacle {
  /** `silent`: no answer; `key`: the key was refused; `server`: it answered with some other error. */
  readonly kind: "silent" | "key" | "server";
  readonly message: string;
}

/** Statuses with which a server may say that it has no list of models. */
const NO_SUCH_LIST: ReadonlySet<number> = new Set([400, 404, 405, 501]);

/**
 * Asks the server for its models, which costs nothing: is it reachable, and does it accept the key? Never rejects.
 * @param limitMs the total time limit, in milliseconds
 */
export const probeServer = async (
  { provider, apiKey, baseUrl, proxyOf, wires }: Server,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<Result<null, ServerObstacle>> => {
  // A replay loads nothing that could open a socket.
  const { SDKS } = await import("./live/sdks.ts");
  const open = await SDKS[wires.factory]();
  const send = await open({ provider, apiKey, baseUrl, proxyOf, connectMs: limitMs });
  // Use our own timer: a signal of `AbortSignal.timeout` inside `any` may be garbage-collected before it fires.
  const ending = new AbortController();
  const limit = AbortSignal.any([signal, ending.signal]);
  const timer = setTimeout(() => ending.abort(), limitMs);
  const answer = await send(
    { method: "get", path: wires.factory === "messages" ? "/v1/models" : "/models", body: null },
    limit,
  );
  clearTimeout(timer);
  const isLate = limit.aborted;
  // Do not wait for the rest of the server's answer, and do not let it keep the process alive.
  ending.abort();
  if (answer.ok) return accepted(null);
  const [fault] = answer.issues;
  if (fault.kind === "status" && NO_SUCH_LIST.has(fault.status)) return accepted(null);
  const message = isLate
    ? `gives no answer within ${limitMs / 1000} s`
    : describeFault(shown(fault, createRedactor([apiKey])));
  if (fault.kind !== "status") return rejected({ kind: "silent", message });
  return rejected({ kind: fault.status === 401 || fault.status === 403 ? "key" : "server", message });
};
