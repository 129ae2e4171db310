import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import type { Keys } from "@llmch/app";
import { type Environment, EXIT } from "@llmch/app/drawing";
import type { Serving } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `llmch mcp`: serves until its client is gone. Standard output has the protocol's messages and nothing else.
 * @param whole the environment of the processes that it starts, with their keys
 */
export const serve = async (
  { repo, artifactsDir }: Serving,
  whole: Environment,
  keys: Keys,
  terminal: Terminal,
): Promise<number> => {
  const { stdin, stdout, cwd, version, templates } = terminal;
  const { serveMcp } = await import("@llmch/mcp");
  const { signal, stop } = terminal.listenForInterrupt({ signalled: () => {}, hurried: () => {}, unread: () => {} });
  const out = new PassThrough();
  out.pipe(stdout);
  try {
    const program = [process.execPath, join(dirname(templates), "bin/llmch.js")] as const;
    const place = { cwd, repo: resolve(cwd, repo), artifactsDir };
    await serveMcp({ ...place, program: [...program], whole, version, templates, keys, signal }, stdin, out);
    return EXIT.ok;
  } finally {
    stop();
  }
};
