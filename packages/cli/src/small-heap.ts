import nodeModule from "node:module";
import { setFlagsFromString } from "node:v8";

/** Keep the young generation at 1 MB instead of 16, and collect the old one rather than grow it. */
const FLAGS = ["--max-semi-space-size=1", "--semi-space-growth-factor=1", "--optimize-for-size"];

/**
 * Keeps our memory small. A schedule starts thousands of processes, each of which takes time in proportion to it. There is little work
 * between them, so collecting more often costs nothing (`pnpm bench`: peak memory, time of a schedule). For a single order it would: most
 * of its time goes into loading modules, which leaves much garbage. Called once a command's modules are loaded: V8 refuses cached code
 * under other flags, so first let Node's cache of it (from 22.1 on) save.
 */
export const keepHeapSmall = (): void => {
  if ("flushCompileCache" in nodeModule && typeof nodeModule.flushCompileCache === "function")
    nodeModule.flushCompileCache();
  for (const flag of FLAGS) setFlagsFromString(flag);
};
