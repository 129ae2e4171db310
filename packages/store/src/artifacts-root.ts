import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkoutAt, foldersIn } from "@llmch/files";
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

/** Beside a root, says of which commits its runs are copies: they are carried out on other machines. */
export const COPIES_FILE = "copies.json";

/** Whether a root holds such copies. */
export const isCopied = (root: string): boolean => existsSync(join(dirname(root), COPIES_FILE));

/** Commands find them by the database that the environment names. */
export const isFoundByDatabase = (root: string, env: Environment): boolean =>
  (env.LLMCH_DATABASE_URL ?? "") !== "" && isCopied(root);

const STRENGTH = "strength";

/** Where it is kept what a run's checks notice: beside the runs, because a run's own folder is sealed when it ends. */
export const strengthFile = (root: string, runId: string): string => join(root, STRENGTH, `${runId}.json`);

/** The text of a run's pull request, and where its address is kept. */
export const pullRequestFiles = (root: string, runId: string): readonly [text: string, address: string] => [
  join(root, REPORTS, `${runId}.pull-request.md`),
  join(root, REPORTS, `${runId}.pull-request.json`),
];

const STACK = ".pull-request-stack";

/** Where a run's stack of pull requests is kept: its record, and a text for each. */
export const stackFolder = (root: string, runId: string): string => join(root, REPORTS, `${runId}${STACK}`);

export const stackFile = (root: string, runId: string): string => join(stackFolder(root, runId), "stack.json");

/** The runs with a stack, newest first. */
export const runsWithStack = (root: string): readonly string[] =>
  foldersIn(join(root, REPORTS))
    .filter((name) => name.endsWith(STACK))
    .map((name) => name.slice(0, -STACK.length))
    .sort()
    .reverse();

/** Every folder of llmch's own below an artifacts root. */
export const ARTIFACT_FOLDERS: readonly string[] = ["planner", "factory", "run-all", "ask", "build", REPORTS, STRENGTH];
