import { join, resolve } from "node:path";
import type { Environment } from "@llmch/text";

/** The artifacts root in the directory of a call, if none is named. */
export const DEFAULT_ROOT = "artifacts";

/** Where runs are kept: `--artifacts-dir`, else `$ARTIFACTS_DIR`, else `./artifacts` (contract §7). */
export const resolveArtifactsRoot = (flag: string | undefined, env: Environment, cwd: string): string =>
  resolve(cwd, flag || env.ARTIFACTS_DIR || DEFAULT_ROOT);

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
