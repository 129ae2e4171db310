import { existsSync } from "node:fs";
import { join } from "node:path";
import { freeReserve, isBeingWritten, RESERVE_FILE, writerOf } from "./reserve.ts";
import { sealRun } from "./seal.ts";
import { storedRuns } from "./stored-runs.ts";
import { removeTemporaryFiles } from "./temporary-files.ts";

/** A killed run is among the newest: the next command clears it up. */
const LOOKED_AT = 50;

/**
 * Closes the runs whose process died after the last event and before the seal, and removes what a process left that died before
 * its journal began. Leaves a run that can be resumed as it is. Never throws: nobody asked for this work.
 */
export const closeAbandonedRuns = async (root: string): Promise<void> => {
  for (const { kind, runId } of storedRuns(root).slice(0, LOOKED_AT)) {
    const directory = join(root, kind, runId);
    if (!existsSync(join(directory, RESERVE_FILE)) || isBeingWritten(directory)) continue;
    try {
      // Loaded only for such a run, because the code that judges a journal is large.
      const { readStoredRun } = await import("./stored-run.ts");
      const stored = await readStoredRun(root, kind, runId);
      const isBegun = stored.ok || stored.issues[0].kind !== "empty";
      const isEnded = stored.ok && stored.value.journal.events.at(-1)?.type === "run_finished";
      // A process that died while it made the reserve has not written its name. Then nothing had begun.
      if (isBegun && (!isEnded || writerOf(directory) === null)) continue;
      removeTemporaryFiles(directory);
      if (isEnded) await sealRun(directory);
      freeReserve(directory);
    } catch {
      // Another process does the same, or the disk has failed: the next command that needs the run will say so.
    }
  }
};
