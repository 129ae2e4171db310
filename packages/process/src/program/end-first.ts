import { writeFileSync } from "node:fs";
import { systemText } from "@llmch/files";

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
