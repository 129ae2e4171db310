import type { Writable } from "node:stream";
import type { Installed } from "./host.ts";

export type { Installed } from "./host.ts";

/** What `llmch serve` was asked for. */
export interface Served {
  /** 0 for any. */
  readonly port: number;
  /** Absolute; the page offers them. */
  readonly repos: readonly string[];
  /** The folder of the server, absolute. */
  readonly data: string;
  /** How many jobs are carried out at once. */
  readonly slots: number;
}

/** Serves until the signal. The first line on `stdout` is the link. The runs that it began go on. Gives the exit code. */
export const serveJobs = async (
  _served: Served,
  _installed: Installed,
  _out: { readonly stdout: Writable; readonly stderr: Writable },
  _signal: AbortSignal,
): Promise<number> => {
  throw new Error("not yet");
};

/** Prints one more link to the server of a folder. Gives the exit code. */
export const printLink = async (
  _data: string,
  _out: { readonly stdout: Writable; readonly stderr: Writable },
): Promise<number> => {
  throw new Error("not yet");
};
