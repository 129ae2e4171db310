import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ARTIFACT_FOLDERS, DEFAULT_ROOT } from "./artifacts-root.ts";
import { RUN_ID, RUN_KINDS, storedRuns } from "./stored-runs.ts";

/** A path in a run's folder: the artifacts root, and the folder. */
const IN_RUN = new RegExp(`^((?:.*/)?)((?:${RUN_KINDS.join("|")})/${RUN_ID})/`);

/**
 * Where llmch's own files are, according to the paths of a folder's files: the folders of runs with a journal, and all of llmch's folders
 * in an artifacts root of the usual name that holds one. A folder that only has the name of a run is not llmch's.
 * @param paths relative to `folder`, with `/`
 */
export const recordFoldersAmong = (folder: string, paths: readonly string[]): readonly string[] => {
  const roots = new Set<string>();
  const runs = new Set<string>();
  const seen = new Set<string>();
  for (const path of paths) {
    const [, root, run] = IN_RUN.exec(path) ?? [];
    if (root === undefined || run === undefined || roots.has(root) || seen.has(root + run)) continue;
    seen.add(root + run);
    if (!existsSync(join(folder, root, run, "events.jsonl"))) continue;
    if (basename(root) === DEFAULT_ROOT) roots.add(root);
    else runs.add(join(folder, root, run));
  }
  return [...runs, ...[...roots].flatMap((root) => ARTIFACT_FOLDERS.map((name) => join(folder, root, name)))];
};

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
