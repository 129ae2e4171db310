import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { done, entryOf, type Face, type Keys, type OperationName, type Outcome, perform } from "@llmch/app";
import type { Starter } from "@llmch/app/detached";

/** What serves: an installation of llmch, for one repo. */
export interface Host extends Pick<Starter, "program" | "whole"> {
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  readonly cwd: string;
  readonly keys: Keys;
  /** Absolute. */
  readonly repo: string;
  /** Where runs are kept; undefined for the default. */
  readonly artifactsDir: string | undefined;
  /** The program that calls, by its own name. */
  readonly client: string | null;
  /** Aborted once nobody listens any more. */
  readonly signal: AbortSignal;
}

/** Carries out an operation in this process: one that only looks. */
export const look = async (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  { artifactsDir, repo: here, ...host }: Host,
): Promise<Outcome> => {
  const isPlaced = artifactsDir !== undefined && entryOf(operation).members.some(({ name }) => name === "artifactsDir");
  // Nobody has begun a run there yet.
  if (operation === "runs" && isPlaced && !existsSync(resolve(host.cwd, artifactsDir))) return done({ runs: [] });
  const place = isPlaced ? { artifactsDir } : {};
  return perform(
    { operation, request: { ...place, ...request }, given: {} },
    { ...host, here, asksUser: true, face: faceOf(host.client), warn: () => {}, reasoning: () => {} },
  );
};

/** What works on runs of other processes, loaded once a tool is called: a client waits for the first answer. */
export const detached = (): Promise<typeof import("@llmch/app/detached")> => import("@llmch/app/detached");

/** How the host starts processes of its own. */
export const starterOf = ({ keys: { env, secrets }, cwd, artifactsDir, program, whole }: Host): Starter => ({
  ...{ env, secrets, cwd, artifactsDir, program, whole },
});

const faceOf = (client: string | null): Face => ({
  caller: { through: "mcp", ...(client === null ? {} : { client }) },
  event: () => {},
  output: null,
  begins: () => true,
  notes: () => {},
  progress: () => {},
  ended: () => {},
  ask: async () => {},
  decides: async () => null,
});
