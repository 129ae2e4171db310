import { resolve } from "node:path";
import type { Context } from "@llmch/config";
import { repoArtifacts, resolveArtifactsRoot, storedRuns } from "@llmch/store";
import { entryOf } from "../catalogue.ts";
import type { Face } from "../context.ts";
import { silentFace } from "../library/silent-face.ts";
import type { OperationName } from "../operation-names.ts";
import type { Outcome } from "../outcome.ts";
import { perform, type World } from "../perform.ts";

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
  const isPlaced = entryOf(operation).members.some(({ name }) => name === "artifactsDir");
  const { cwd, here, keys } = server;
  const run = request.run ?? request.plan ?? request.target;
  const place = isPlaced ? { artifactsDir: rootWith(run, { artifactsDir, env: keys.env, cwd, here }) } : {};
  return perform(
    { operation, request: { ...place, ...request }, given: {} },
    { ...server, asksUser: true, face: silentFace(caller), warn: () => {}, reasoning: () => {} },
  );
};

/**
 * The root in which a run is read (contract §11): that of the server, unless only the repo's holds it.
 * @param run the run's id, or how it begins
 */
export const rootWith = (
  run: unknown,
  { artifactsDir, env, cwd, here }: Pick<Context, "env" | "cwd"> & Pick<Looker, "artifactsDir" | "here">,
): string => {
  const [root, beside] = [resolveArtifactsRoot(artifactsDir, env, cwd), repoArtifacts(resolve(cwd, here))];
  const holds = (each: string) => storedRuns(each).some(({ runId }) => runId.startsWith(String(run).toUpperCase()));
  return typeof run === "string" && !holds(root) && holds(beside) ? beside : root;
};
