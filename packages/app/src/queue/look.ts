import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Face } from "../context.ts";
import { silentFace } from "../library/silent-face.ts";
import type { OperationName } from "../operation-names.ts";
import { done, type Outcome } from "../outcome.ts";
import { entryOf, perform, type World } from "../perform.ts";

/** Who looks, and where. */
export interface Looker extends Pick<World, "version" | "templates" | "cwd" | "keys" | "here" | "signal"> {
  readonly artifactsDir?: string | undefined;
  /** For whom it speaks. */
  readonly caller: Face["caller"];
}

/** Carries out an operation in this process: one that only looks, or records what a person said. */
export const look = async (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  { artifactsDir, caller, ...server }: Looker,
): Promise<Outcome> => {
  const isPlaced = artifactsDir !== undefined && entryOf(operation).members.some(({ name }) => name === "artifactsDir");
  // Nobody has begun a run there yet.
  if (operation === "runs" && isPlaced && !existsSync(resolve(server.cwd, artifactsDir))) return done({ runs: [] });
  const place = isPlaced ? { artifactsDir } : {};
  return perform(
    { operation, request: { ...place, ...request }, given: {} },
    { ...server, asksUser: true, face: silentFace(caller), warn: () => {}, reasoning: () => {} },
  );
};
