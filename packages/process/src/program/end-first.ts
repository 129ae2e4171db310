import { writeFileSync } from "node:fs";
import { systemText } from "@llmch/files";

/** As much as if it took half of the machine's memory besides its own. */
const MORE = 500;
const MOST = 1000;

/**
 * If memory runs out, lets the kernel end this process, or what it will start, before us. Nothing happens on other systems, or if
 * it has ended.
 */
export const endFirst = (id: number): void => {
  const own = Number(systemText("/proc/self/oom_score_adj")?.trim() ?? Number.NaN);
  if (!Number.isInteger(own)) return;
  try {
    writeFileSync(`/proc/${id}/oom_score_adj`, String(Math.min(MOST, Math.max(0, own) + MORE)));
  } catch {
    // It is gone, or another user's.
  }
};
