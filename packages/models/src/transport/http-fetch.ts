import type { Agent, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import type { ProxyOf } from "./proxy-of.ts";

export { proxiesIn } from "./proxy-of.ts";

/** The most to read of one answer: a stream says everything several times, in small pieces. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** The most to read of a refusal: only one sentence of it is shown. */
const MAX_REFUSAL_BYTES = 256 * 1024;

/** After this long without a byte, TCP checks whether the other side is still there. */
const KEEP_ALIVE_MS = 30_000;

/**
 * A `fetch` for one server, and the only socket of the project. It never follows a redirect (a key must not travel on), asks for no
 * compression (a small answer must not expand into a huge one), gives up connecting after `connectMs`, limits how many bytes it
 * reads, keeps no socket open, and waits for headers until its signal fires: a model may think for longer than the five minutes
 * that the built-in `fetch` allows.
 */
export const httpFetch =
  ({ connectMs, proxyOf }: { readonly connectMs: number; readonly proxyOf: ProxyOf }) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = Object.fromEntries(new Headers(init.headers));
      const secure = url.protocol === "https:";
      const proxy = proxyTo(url, proxyOf);
      const request = (secure ? https : http).request(url, {
        method: init.method ?? "GET",
        headers: { ...headers, "accept-encoding": "identity" },
        agent: proxy?.agent ?? false,
        ...(init.signal ? { signal: init.signal } : {}),
      });
      // A silent server may be thinking; one that is gone does not answer these probes, and the connection ends.
      request.setSocketKeepAlive(true, KEEP_ALIVE_MS);
      endSlowConnection(request, secure ? "secureConnect" : "connect", connectMs);
      request.on("error", (error) => reject(proxy?.named(error) ?? error));
      // This covers protocol upgrades too, which are neither an answer nor an error.
      request.on("close", () => reject(new Error("the connection ended without an answer")));
      request.on("response", (message) => {
        try {
          resolve(responseOf(message));
        } catch (error) {
          request.destroy();
          reject(error);
        }
      });
      request.end(typeof init.body === "string" ? init.body : undefined);
    });

const endSlowConnection = (request: http.ClientRequest, connected: string, connectMs: number): void => {
  const timer = setTimeout(() => request.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs);
  const stop = (): void => clearTimeout(timer);
  request.on("socket", (socket) => {
    // A proxy's agent gives a connected one.
    if (connected === "connect" && !socket.connecting) stop();
    socket.once(connected, stop);
  });
  request.on("close", stop);
};

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const responseOf = (message: IncomingMessage): Response => {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw new Error(`the status ${status} is not an HTTP status`);
  const encoding = message.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new Error(`the answer is compressed (${encoding}), which was not asked for`);
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  }
  const most = status < 300 ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES;
  return new Response(NO_BODY.has(status) ? null : ReadableStream.from(bounded(message, most)), { status, headers });
};

async function* bounded(message: IncomingMessage, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`more than ${most} bytes`);
    yield chunk;
  }
}

/** The way through a proxy. */
interface Proxy {
  readonly agent: Agent;
  /** An error on the way, with the proxy's host. */
  named(error: Error): Error;
}

/**
 * The proxy for an address; null if none. A server of this machine is never asked through one. Throws if it is not an http or https
 * address.
 */
const proxyTo = (url: URL, proxyOf: ProxyOf): Proxy | null => {
  const address = LOOPBACK.test(url.hostname) ? "" : proxyOf(url);
  if (address === "") return null;
  const isProxy = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isProxy) throw new Error("the proxy that the environment names is not an http or https address");
  const agent = url.protocol === "https:" ? new HttpsProxyAgent(address) : new HttpProxyAgent(address);
  const { host } = new URL(address);
  return { agent, named: (error) => new Error(`through the proxy ${host}: ${error.message}`) };
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
