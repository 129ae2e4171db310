import { resolve } from "node:path";

/** Where runs are kept: `--artifacts-dir`, else `$ARTIFACTS_DIR`, else `./artifacts` (contract §7). */
export const resolveArtifactsRoot = (
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): string => resolve(cwd, flag || env.ARTIFACTS_DIR || "artifacts");

/** Where reports go by default: beside the runs, so that one in the user's repo is no dirt there. */
export const REPORTS = "reports";

/** Where it is kept what a repo's files told when they were read: no record, only what saves reading them again. */
export const REPO_MAPS = "repo-map";

/** Every folder that is ours below an artifacts root. */
export const ARTIFACT_FOLDERS: readonly string[] = ["planner", "factory", "run-all", REPORTS, REPO_MAPS];
