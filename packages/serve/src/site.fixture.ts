import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FolderQueue, Queue } from "@llmch/app/queue";
import { onTestFinished } from "vitest";
import type { Host } from "./host.ts";
import { LIMITS, type Limits } from "./http/limits.ts";
import type { Route } from "./http/route.ts";
import { openSite } from "./open-site.ts";

export const TOKEN = "t".repeat(43);

/** A queue without jobs. */
export const emptyQueue = (root: string): FolderQueue => ({
  root,
  jobs: async () => [],
  job: async () => null,
  submit: async () => ({ ok: true, value: { id: "01KB0000000000000000000001", state: "queued", isNew: true } }),
  decide: async () => ({ ok: false, issues: [{ code: "changed", message: "it has changed" }] }),
  goOn: async () => ({ ok: false, issues: [{ code: "changed", message: "nothing is here" }] }),
  cancel: async () => ({ ok: false, issues: [{ code: "ended", message: "it has ended" }] }),
  start: async () => ({ ok: false, issues: [{ code: "unexpected", message: "nothing starts" }] }),
});

/** A folder of its own. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-serve-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A site on a real socket, ended with the test. */
export const siteOf = async ({
  queue = {},
  routes = [],
  limits = {},
  repos = ["/home/ann/shop", "/home/ann/blog"],
}: {
  readonly queue?: Partial<Queue>;
  readonly routes?: readonly Route[];
  readonly limits?: Partial<Limits>;
  readonly repos?: readonly string[];
} = {}) => {
  const data = newFolder();
  const end = new AbortController();
  const failed: unknown[] = [];
  const keys: Host["keys"] = { env: {}, secrets: [], with: () => keys };
  const host: Host = {
    ...{ version: "1.2.3", templates: "/", cwd: "/", keys, program: ["llmch"], whole: {}, data, repos, slots: 2 },
    ...{ queue: { ...emptyQueue(join(data, "artifacts")), ...queue }, changed: () => {}, signal: end.signal },
  };
  const opened = await openSite({
    ...{ token: TOKEN, port: 0, host, routes, limits: { ...LIMITS, ...limits } },
    failed: (fault) => failed.push(fault),
  });
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const { port, newLink, close } = opened.value;
  const leave = async () => {
    end.abort();
    await close();
  };
  onTestFinished(leave);
  const origin = `http://127.0.0.1:${port}`;
  return { ...{ data, port, origin, failed, newLink, leave, host } };
};

/** Sends bytes as they are, and gives all that comes back until the connection ends. */
export const raw = async (port: number, text: string | Buffer): Promise<string> => {
  const socket = dial(port);
  socket.write(text);
  return heard(socket);
};

export const dial = (port: number, options: { readonly allowHalfOpen?: true } = {}): Socket => {
  const socket = connect({ port, host: "127.0.0.1", ...options });
  socket.on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
};

const heard = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  return Buffer.concat(chunks).toString();
};

/** A request as a browser or a program writes it. Without a length the connection ends after it. */
export const written = (
  line: string,
  port: number,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): string => {
  const all = { host: `127.0.0.1:${port}`, connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === "" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`;
};

export const BEARER = { authorization: `Bearer ${TOKEN}` };
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
