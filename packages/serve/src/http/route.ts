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

/** Where an answer that has no end is written. */
export interface Outlet {
  /** False if the client does not read as fast as it is told: nothing more is to be written until `drained`. */
  write(text: string): boolean;
  drained(): Promise<void>;
}

export type Reply =
  | {
      readonly status: number;
      readonly type: string;
      readonly body: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Server-sent events, until it resolves or the client is gone. */
  | { readonly stream: (outlet: Outlet, signal: AbortSignal) => Promise<void> };

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
