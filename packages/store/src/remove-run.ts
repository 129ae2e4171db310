import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { foldersIn, isLeftByDead, newOwnedName, removeTree } from "@llmch/files";
import { pullRequestFiles, REPORTS, stackFolder, strengthFile } from "./artifacts-root.ts";
import { RUN_KINDS } from "./stored-runs.ts";

/**
 * Removes a run's folder, and what was written about it beside the runs. It seems to happen at once, because the folder is
 * first given a name that no run has. Does nothing if it is gone. Throws if the machine fails.
 */
export const removeRun = (root: string, kind: RunKind, runId: string): void => {
  const beside = [join(root, REPORTS, `${runId}.html`), strengthFile(root, runId), ...pullRequestFiles(root, runId)];
  for (const file of beside) rmSync(file, { force: true });
  rmSync(stackFolder(root, runId), { recursive: true, force: true });
  const directory = join(root, kind, runId);
  if (!existsSync(directory)) return;
  const doomed = join(root, kind, newOwnedName());
  renameSync(directory, doomed);
  removeTree(doomed);
};

/** Removes what processes left that were killed while removing a run. */
export const clearRemovedRuns = (root: string): void => {
  for (const kind of RUN_KINDS) {
    for (const name of foldersIn(join(root, kind)).filter(isLeftByDead)) removeTree(join(root, kind, name));
  }
};
