import type { IncomingHttpHeaders } from "node:http";
import type { Host } from "../host.ts";

/** A request that was let in: its sender may use llmch as its user does, unless the route is open. */
export interface Ask {
  /** What the placeholders of the route's path stand for, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The whole body: at most 4 MB. */
  readonly body: Buffer;
  /** Aborted once the client is gone. */
  readonly signal: AbortSignal;
}

export type Reply =
  | {
      readonly status: number;
      readonly type: string;
      readonly body: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Server-sent events, asked for as fast as the client reads them, until there are no more or it is gone. */
  | { readonly stream: (gone: AbortSignal) => AsyncIterable<string> };

export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** `/jobs/:id`; `*` at its end stands for the rest, slashes included. */
  readonly path: string;
  /** Whether anybody may ask: what it answers tells nothing of the user's work. */
  readonly isOpen?: true;
  answer(ask: Ask, host: Host): Promise<Reply>;
}

/** A document for programs. */
export const json = (status: number, value: unknown): Reply => ({
  ...{ status, type: "application/json; charset=utf-8" },
  body: `${JSON.stringify(value)}\n`,
});

/** A page. */
export const page = (body: string, status = 200): Reply => ({ status, type: "text/html; charset=utf-8", body });

/** A text as it is: no browser takes it for anything else. */
export const plain = (body: string | Buffer, status = 200): Reply => ({
  status,
  type: "text/plain; charset=utf-8",
  body,
});

/** Sends a browser that posted a form to a page of ours. */
export const seeOther = (location: string): Reply => ({ ...plain("", 303), headers: { location } });
