import { resolve } from "node:path";
import { PassThrough } from "node:stream";
import type { Keys } from "@llmch/app";
import { EXIT } from "@llmch/app/drawing";
import type { Serving } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** `llmch mcp`: serves until its client is gone. Standard output has the protocol's messages and nothing else. */
export const serve = async ({ repo, artifactsDir }: Serving, keys: Keys, terminal: Terminal): Promise<number> => {
  const { stdin, stdout, cwd, version, templates } = terminal;
  const { serveMcp } = await import("@llmch/mcp");
  const { signal, stop } = terminal.listenForInterrupt({ signalled: () => {}, hurried: () => {}, unread: () => {} });
  const out = new PassThrough();
  out.pipe(stdout);
  try {
    const place = { cwd, repo: resolve(cwd, repo), artifactsDir };
    await serveMcp({ ...place, version, templates, keys, signal }, stdin, out);
    return EXIT.ok;
  } finally {
    stop();
  }
};
