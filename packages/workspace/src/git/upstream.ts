import { lstatSync } from "node:fs";
import { join } from "node:path";
import { configValue } from "./configuration.ts";
import type { Repository } from "./repository.ts";

const LIMIT_MS = 20_000;

/**
 * Sets what a branch tracks, as `git push -u` does, if that is not set yet; this is all that llmch writes to a repo's own
 * configuration (contract §6). Gives the reason if it could not, in words, or null.
 */
export const setUpstream = async (repo: Repository, branch: string, remote: string): Promise<string | null> => {
  const entries = await repo.configuration();
  const [follows, of] = ["merge", "remote"].map((key) => configValue(entries, `branch.${branch}.${key}`));
  if (follows !== null || (of !== null && of !== remote)) return null;
  const file = join(repo.commonDir, "config");
  // Git would write through a link to its target.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return `${file} is not a regular file`;
  const write = ["config", "--file", file];
  const written = await repo.git.runAll(
    [
      [...write, `branch.${branch}.remote`, remote],
      [...write, `branch.${branch}.merge`, `refs/heads/${branch}`],
    ],
    { limitMs: LIMIT_MS },
  );
  return written.exitCode === 0 ? null : written.stderr.trim() || "git gave no reason";
};
