import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { nameOfFile } from "@llmch/config";
import { resolveArtifactsRoot } from "@llmch/store";
import { accepted, printable, type Refusal, type Result, rejected } from "@llmch/text";
import { checkoutAt, strayLink } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";

/**
 * Where the orders are that a request names: by their path, or by the id of the run that made them or carried them out. If it names none,
 * the newest plan of the repo is meant, which the face is told.
 */
export const planPlace = async (
  named: string | undefined,
  { artifactsDir, repo }: { readonly artifactsDir?: string | undefined; readonly repo?: string | false | undefined },
  { env, cwd, here, face }: OperationContext,
): Promise<Result<string, Refusal>> => {
  if (named !== undefined && existsSync(resolve(cwd, named))) {
    const stray = await strayLink(resolve(cwd, named), env);
    return stray === null ? accepted(named) : rejected(stray);
  }
  const { newestPlan, placeOfRun } = await import("@llmch/plan/plan");
  if (named !== undefined) {
    const found = placeOfRun(named, { artifactsDir }, { env, cwd });
    // What is neither is a path that somebody got wrong: its reader says so.
    return found.ok || found.issues[0].code !== "no-such-run" ? found : accepted(named);
  }
  const of = repo === false ? null : checkoutAt(resolve(cwd, repo ?? here));
  const newest = await newestPlan(resolveArtifactsRoot(artifactsDir, env, cwd), of, env);
  if (!newest.ok) return newest;
  const { place, spec } = newest.value;
  const from = spec === "-" ? "" : ` (from ${basename(spec)})`;
  const plan = `the newest plan${of === null ? "" : " of this repo"}`;
  face.notes(printable(`${plan}: ${nameOfFile(place, env, cwd) || "."}${from}`));
  return accepted(place);
};
