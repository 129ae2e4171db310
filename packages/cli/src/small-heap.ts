import type { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";

/** The young part of the heap stays at 1 MB instead of 16, and the old part is collected rather than grown. */
const FLAGS = ["--max-semi-space-size=1", "--semi-space-growth-factor=1", "--optimize-for-size"];

/**
 * Keeps our memory small. A schedule starts thousands of processes, each of which costs time in proportion to it; the work
 * between them is little, so that collecting more often costs nothing (`pnpm bench`: peak memory, time of a schedule). For one order
 * alone it would: most of its time goes into loading modules, which leaves much to collect. Called once a command's modules are loaded:
 * under other flags V8 refuses the code that was kept of them, so what keeps it (`bin/compiled-code.js`) is told first.
 */
export const keepHeapSmall = (): void => {
  const told: EventEmitter = process;
  told.emit("llmch:loaded");
  for (const flag of FLAGS) setFlagsFromString(flag);
};
