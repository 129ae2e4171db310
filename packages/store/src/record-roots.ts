import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_ROOT } from "./artifacts-root.ts";
import { storedRuns } from "./stored-runs.ts";

/**
 * The nearest artifacts root with runs in a folder above that of another root, up to the checkout's; null if there is none. Runs from
 * different folders of a repo are kept in different places.
 * @param prefix what the id of one of its runs begins with
 */
export const rootAbove = (root: string, prefix = ""): string | null => {
  let folder = dirname(root);
  while (!existsSync(join(folder, ".git"))) {
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
    const above = join(folder, DEFAULT_ROOT);
    if (storedRuns(above).some(({ runId }) => runId.startsWith(prefix))) return above;
  }
  return null;
};
