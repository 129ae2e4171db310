import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "./route.ts";

const POLICY = [
  ...["default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'", "img-src 'self'"],
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join("; ");

/** What every answer says. A page's own forms need its origin: with `no-referrer` browsers would send `null`. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** A page of ours, and nothing that leads to another server. */
const OWN_PLACE = /^\/(?![/\\])[\x21-\x7e]*$/;

/** Sends an answer, and ends the connection: many of them cost little, and nobody can keep one. Resolves once it is sent, or the client is gone. */
export const send = async (
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  { signal, lingerMs }: { readonly signal: AbortSignal; readonly lingerMs: number },
): Promise<void> => {
  response.shouldKeepAlive = false;
  if (response.destroyed) return;
  if ("stream" in reply) return sendStream(reply.stream, request, response, signal);
  const { status, type, body, headers = {} } = reply;
  if (headers.location !== undefined && !OWN_PLACE.test(headers.location))
    throw new Error("a redirect leads elsewhere");
  const content = Buffer.from(body);
  const isUnread = !request.complete;
  response.writeHead(status, {
    ...SAFE_HEADERS,
    ...(status === 204 ? {} : { "content-type": type, "content-length": content.length }),
    ...headers,
  });
  response.write(content);
  // A connection that is closed while the client still sends would take the answer from it.
  if (isUnread) {
    request.resume();
    await once(request, "close", { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
  }
  response.end();
};

const sendStream = async (
  stream: (gone: AbortSignal) => AsyncIterable<string>,
  { method }: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> => {
  response.writeHead(200, { ...SAFE_HEADERS, "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  try {
    if (method === "HEAD") return;
    for await (const text of stream(gone))
      if (!response.write(text)) await once(response, "drain", { signal: gone }).catch(() => {});
  } finally {
    response.end();
  }
};
