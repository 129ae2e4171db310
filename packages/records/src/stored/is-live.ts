import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { isDead, namesIn, ownerOf, systemText, thisMachine } from "@llmch/files";
import { isBeingWritten, QUEUE_FILE, type QueueRecord, STARTING, writerOf } from "@llmch/store";

/** Whether a process carries a run out, or is about to. */
export const isLive = (directory: string, { process }: Pick<QueueRecord, "process">): boolean => {
  if (isBeingWritten(directory)) return true;
  if (process === null) return false;
  const owner = ownerOf(process);
  // Who asks at its own end is about to end.
  const isElsewhere = owner !== null && owner.machine !== thisMachine();
  if (isElsewhere && writerOf(directory) !== null) return false;
  if (owner !== null) return !isDead(owner) && owner.pid !== globalThis.process.pid;
  if (process !== STARTING) return false;
  // What was just noted may not have begun.
  const { mtimeMs = 0 } = statSync(join(directory, QUEUE_FILE), { throwIfNoEntry: false }) ?? {};
  if (Math.abs(Date.now() - mtimeMs) < START_MS) return true;
  // A server died before it noted what it started. Where this shows nothing, the run's own lock keeps a second process away.
  return isResumed(basename(directory));
};

/** Within this time a process has begun that is started. */
const START_MS = 2000;

/** Whether a process that goes on with it is there, of whoever started it; false where the system shows no processes. */
export const isResumed = (runId: string): boolean =>
  namesIn("/proc").some((pid) => systemText(`/proc/${pid}/cmdline`).includes(`\0resume\0${runId}\0`));
