import { entryOf, type OperationName, type Outcome } from "@llmch/app";
import type { Looker, Starter } from "@llmch/app/detached";
import type { SharedQueue } from "@llmch/app/queue";

/** What serves: an installation of llmch, for one repo. */
export interface Host extends Omit<Looker, "here" | "caller">, Pick<Starter, "program" | "whole"> {
  /** Absolute. */
  readonly repo: string;
  /** Where runs are kept; undefined for the default. */
  readonly artifactsDir: string | undefined;
  /** A queue of many machines, if that carries out what begins here. */
  readonly queue?: SharedQueue | undefined;
  /** What llmch prints for a command line that only looks, and its exit code. */
  print(argv: readonly string[], signal: AbortSignal): Promise<{ readonly text: string; readonly exitCode: number }>;
  /** The program that calls, by its own name. */
  readonly client: string | null;
}

/** What works on runs of other processes, loaded once a tool is called: a client waits for the first answer. */
export const detached = (): Promise<typeof import("@llmch/app/detached")> => import("@llmch/app/detached");

/** What a command that looks prints about the runs that are served. */
export const printed = async (
  [command, ...argv]: readonly [OperationName, ...string[]],
  host: Host,
): ReturnType<Host["print"]> => {
  const { artifactsDir, print, signal, keys, repo: here } = host;
  const root = (await detached()).rootWith(argv[0], { ...host, env: keys.env, here });
  const isPlaced = artifactsDir !== undefined && entryOf(command).members.some(({ name }) => name === "artifactsDir");
  return print([command, ...(isPlaced ? [`--artifacts-dir=${root}`] : []), ...argv], signal);
};

/** Carries out an operation in this process: one that only looks. */
export const look = async (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  host: Host,
): Promise<Outcome> => {
  const { repo: here, client } = host;
  const caller = { through: "mcp", ...(client === null ? {} : { client }) } as const;
  return (await detached()).look(operation, request, { ...host, here, caller });
};
