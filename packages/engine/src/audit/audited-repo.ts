import type { Environment } from "@llmch/contract";
import { resolveArtifactsRoot } from "@llmch/store";
import type { AuditRequest } from "./audit.ts";
import { findAudited } from "./find-audited.ts";

/** The repo whose settings apply when a run is carried out again; null if there is no such run. */
export const auditedRepo = async (
  { repo, run, artifactsDir }: AuditRequest,
  env: Environment,
  cwd: string,
): Promise<string | null> => {
  if (repo !== undefined) return repo;
  const found = await findAudited(resolveArtifactsRoot(artifactsDir, env, cwd), run);
  return found.ok ? found.value.repo : null;
};
