import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Face } from "../context.ts";
import type { OperationName } from "../operation-names.ts";
import { done, type Outcome } from "../outcome.ts";
import { entryOf, perform, type World } from "../perform.ts";
import type { Starter } from "./resume-process.ts";

/** A program that serves many requests: it carries out what only looks or records by itself, and has processes of their own do all else. */
export interface Server
  extends Pick<World, "version" | "templates" | "cwd" | "keys" | "here" | "signal">,
    Pick<Starter, "program" | "whole" | "artifactsDir"> {
  /** For whom it speaks. */
  readonly caller: Face["caller"];
}

/** Carries out an operation in this process: one that only looks, or records what a person said. */
export const look = async (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  { artifactsDir, caller, ...server }: Omit<Server, "program" | "whole">,
): Promise<Outcome> => {
  const isPlaced = artifactsDir !== undefined && entryOf(operation).members.some(({ name }) => name === "artifactsDir");
  // Nobody has begun a run there yet.
  if (operation === "runs" && isPlaced && !existsSync(resolve(server.cwd, artifactsDir))) return done({ runs: [] });
  const place = isPlaced ? { artifactsDir } : {};
  return perform(
    { operation, request: { ...place, ...request }, given: {} },
    { ...server, asksUser: true, face: faceOf(caller), warn: () => {}, reasoning: () => {} },
  );
};

/** How a server starts processes of its own. */
export const starterOf = ({
  keys: { env, secrets },
  cwd,
  artifactsDir,
  program,
  whole,
}: Omit<Server, "here" | "caller" | "signal" | "version" | "templates">): Starter => ({
  ...{ env, secrets, cwd, artifactsDir, program, whole },
});

/** Nobody is asked, and nothing is shown: whoever asked reads the outcome. */
const faceOf = (caller: Face["caller"]): Face => ({
  caller,
  event: () => {},
  output: null,
  begins: () => true,
  notes: () => {},
  progress: () => {},
  ended: () => {},
  ask: async () => {},
  decides: async () => null,
});
