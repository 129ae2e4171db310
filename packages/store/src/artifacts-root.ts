import { join, resolve } from "node:path";
import { checkoutAt } from "@llmch/files";
import type { Environment } from "@llmch/text";

/** Where runs are kept: `--artifacts-dir`, else `$ARTIFACTS_DIR`, else in the repo that contains this folder (contract §11). */
export const resolveArtifactsRoot = (flag: string | undefined, env: Environment, cwd: string): string => {
  const named = flag || env.ARTIFACTS_DIR;
  return named ? resolve(cwd, named) : repoArtifacts(cwd);
};

/** Where the runs of the repo that contains a folder are kept by default: `artifacts` of its checkout; outside of any, of the folder. */
export const repoArtifacts = (folder: string): string => join(checkoutAt(folder) ?? resolve(folder), "artifacts");

/** The default folder of reports: beside the runs, so that a report in the user's repo does not make the repo dirty. */
export const REPORTS = "reports";

const STRENGTH = "strength";

/** Where it is kept what a run's checks notice: beside the runs, because a run's own folder is sealed when it ends. */
export const strengthFile = (root: string, runId: string): string => join(root, STRENGTH, `${runId}.json`);

/** The text of a run's pull request, and where its address is kept. */
export const pullRequestFiles = (root: string, runId: string): readonly [text: string, address: string] => [
  join(root, REPORTS, `${runId}.pull-request.md`),
  join(root, REPORTS, `${runId}.pull-request.json`),
];

/** Every folder of llmch's own below an artifacts root. */
export const ARTIFACT_FOLDERS: readonly string[] = ["planner", "factory", "run-all", "ask", "build", REPORTS, STRENGTH];
