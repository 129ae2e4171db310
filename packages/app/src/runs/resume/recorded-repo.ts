import type { ResumeOptions } from "@llmch/config";
import { findUnfinished } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import type { Environment } from "@llmch/text";

/** The repo of the run to resume, whose settings apply; null if there is no such run. */
export const recordedRepo = async (
  options: Pick<ResumeOptions, "run" | "artifactsDir">,
  env: Environment,
  cwd: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const found = await findUnfinished(root, options.run, { signal });
  const [beginning] = found.ok ? found.value.journal.events : [];
  return beginning !== undefined && "config" in beginning ? (beginning.config.repo ?? ".") : null;
};
