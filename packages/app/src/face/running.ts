import { isDead, ownerOf } from "@llmch/files";
import { killRunningPrograms } from "@llmch/process/running";

/** Ends every program that operations have started, with what it started itself: the last act of a process that exits. */
export const endPrograms = (): void => killRunningPrograms();

/** How soon a process notices that whoever started it is gone. */
const LOOK_MS = 500;

/**
 * Calls back once the process is gone for which this one works: a worker that dies leaves nobody who would publish what this one does.
 * @param name the owner's name in `LLMCH_FOR`; undefined for a process that works for nobody else
 */
export const watchStarter = (name: string | undefined, gone: () => void): (() => void) => {
  const starter = ownerOf(name ?? "");
  if (starter === null) return () => {};
  const look = setInterval(() => {
    if (!isDead(starter)) return;
    clearInterval(look);
    gone();
  }, LOOK_MS).unref();
  return () => clearInterval(look);
};
