import { writeFileSync } from "node:fs";
import { systemText } from "@llmch/files";

/** Sends a signal to a process group; false if it is gone. */
export const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
};

/** Sends a signal to one process, unless it has ended meanwhile. */
export const signalProcess = (id: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(id, signal);
  } catch {
    // Nothing is left to do.
  }
};

/** As if it used half of the machine's memory on top of its own. */
const MORE = 500;
const MOST = 1000;

/**
 * Makes the kernel end this process, or one that it starts, before llmch if memory runs out. Does nothing on other systems, or if
 * it has ended.
 */
export const endFirst = (id: number): void => {
  const own = systemText("/proc/self/oom_score_adj");
  if (own === "") return;
  try {
    writeFileSync(`/proc/${id}/oom_score_adj`, String(Math.min(MOST, Math.max(0, Number(own)) + MORE)));
  } catch {
    // It is gone, or another user's.
  }
};
