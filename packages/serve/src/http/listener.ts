import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { accepted, messageOf, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { Limits } from "./limits.ts";
import { SAFE_HEADERS } from "./send.ts";

/** A socket that listens. */
export interface Listener {
  readonly port: number;
  /** Requests go there from now on. */
  answer(answer: Answer): void;
  /** Takes no more requests, gives those under way a moment, and closes every connection. */
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens on this machine alone. What a client may take is bounded; Node refuses requests that two servers could read differently. */
export const listen = async (port: number, limits: Limits): Promise<Result<Listener, Refusal>> => {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 4),
    insecureHTTPParser: false,
  });
  server.maxConnections = limits.connections;
  // Node would drop the headers that are over: no rule may miss one.
  server.maxHeadersCount = 0;
  server.on("clientError", refuse(limits.lingerMs));
  try {
    server.listen({ host: "127.0.0.1", port, exclusive: true });
    await once(server, "listening");
  } catch (fault) {
    const message = `port ${port} cannot be used (${messageOf(fault)})`;
    return rejected(refusal("not-writable", message, "`--port 0` takes any that is free"));
  }
  const address = server.address();
  return accepted({
    port: typeof address === "object" && address !== null ? address.port : port,
    // Node would answer an unknown `Expect` by itself, and keep the connection.
    answer: (answer) => void server.on("request", answer).on("checkExpectation", answer),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      const late = setTimeout(() => server.closeAllConnections(), limits.endMs);
      await closed;
      clearTimeout(late);
    },
  });
};

/** Answers what is no HTTP, too large or too slow. */
const refuse =
  (lingerMs: number) =>
  (fault: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS.get(fault.code ?? "") ?? "400 Bad Request";
    const headers = Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${headers.join("")}connection: close\r\ncontent-length: 0\r\n\r\n`);
    // Who keeps the other end open would keep the connection.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

const STATUS = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);
