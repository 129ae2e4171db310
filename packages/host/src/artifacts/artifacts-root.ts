import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { faultInWords } from "../files/errno.ts";

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

/** Sees, without making anything, whether a directory can be written or made. */
export const probeDirectory = (directory: string): Result<null, Refusal> => {
  try {
    const standing = statSync(directory, { throwIfNoEntry: false });
    if (standing === undefined && isLink(directory)) return unwritable(directory, "it is a link that leads nowhere");
    if (standing === undefined && dirname(directory) !== directory) return probeDirectory(dirname(directory));
    if (standing?.isDirectory()) {
      accessSync(directory, constants.W_OK | constants.X_OK);
      return accepted(null);
    }
    return unwritable(directory, "it is no directory");
  } catch (fault) {
    return unwritable(directory, faultInWords(fault));
  }
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const unwritable = (directory: string, why: string) =>
  rejected(refusal("not-writable", `${directory} cannot be written (${why})`, "fix its permissions, or name another"));
