import { setFlagsFromString } from "node:v8";

/**
 * Keeps the young part of the heap at 1 MB instead of 16. A schedule starts thousands of processes, each of which costs
 * time in proportion to our memory; the work between them is small, so that collecting more often costs nothing
 * (`pnpm bench`: peak memory and the time of a schedule).
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString("--max-semi-space-size=1");
  setFlagsFromString("--semi-space-growth-factor=1");
};
