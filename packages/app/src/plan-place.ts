import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { accepted, type Refusal, type Result } from "@llmch/contract";
import type { OperationContext } from "./context.ts";

/** Where the orders are that a request names: by their path, or by the id of the run that made them or carried them out. */
export const planPlace = async (
  named: string,
  { artifactsDir }: { readonly artifactsDir?: string | undefined },
  { env, cwd }: Pick<OperationContext, "env" | "cwd">,
): Promise<Result<string, Refusal>> => {
  if (existsSync(resolve(cwd, named))) return accepted(named);
  const { placeOfRun } = await import("@llmch/plan/plan");
  const found = placeOfRun(named, { artifactsDir }, { env, cwd });
  // What is neither is a path that somebody got wrong: its reader says so.
  return found.ok || found.issues[0].code !== "no-such-run" ? found : accepted(named);
};
