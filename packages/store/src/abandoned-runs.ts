import { existsSync } from "node:fs";
import { join } from "node:path";
import { freeReserve, isBeingWritten, RESERVE_FILE, writerOf } from "./reserve.ts";
import { sealRun } from "./seal.ts";
import { storedRuns } from "./stored-runs.ts";
import { removeTemporaryFiles } from "./temporary-files.ts";

/** A killed run is among the newest: whoever comes after it clears up. */
const LOOKED_AT = 50;

/**
 * Closes the runs whose process died when all was said and the directory was yet to be sealed, and clears what one left that
 * died before its journal began. A run that can be gone on with stays as it is. Throws nothing: it is nobody's task.
 */
export const closeAbandonedRuns = async (root: string): Promise<void> => {
  for (const { kind, runId } of storedRuns(root).slice(0, LOOKED_AT)) {
    const directory = join(root, kind, runId);
    if (!existsSync(join(directory, RESERVE_FILE)) || isBeingWritten(directory)) continue;
    try {
      // Loaded where there is such a run: what judges a journal is large.
      const { readStoredRun } = await import("./stored-run.ts");
      const stored = readStoredRun(root, kind, runId);
      const isBegun = stored.ok || stored.issues[0].kind !== "empty";
      const isEnded = stored.ok && stored.value.journal.events.at(-1)?.type === "run_finished";
      // Who died while the reserve was being made has not written its name: then nothing was begun.
      if (isBegun && (!isEnded || writerOf(directory) === null)) continue;
      removeTemporaryFiles(directory);
      if (isEnded) await sealRun(directory);
      freeReserve(directory);
    } catch {
      // Somebody else is at it, or the disk is at fault: whoever needs it will say so.
    }
  }
};
