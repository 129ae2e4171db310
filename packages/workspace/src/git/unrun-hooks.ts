import { accessSync, constants } from "node:fs";
import { join, resolve } from "node:path";
import { configValue } from "./configuration.ts";
import type { Repository } from "./repository.ts";

/** The hooks that git runs when a person commits. */
const OF_COMMITS = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"] as const;

/** The repo's hooks for commits, which llmch's own commits do not run. */
export const unrunHooks = async ({
  root,
  commonDir,
  configuration,
}: Pick<Repository, "root" | "commonDir" | "configuration">): Promise<readonly string[]> => {
  // The call's own settings turn hooks off.
  const entries = (await configuration()).filter(({ scope }) => scope !== "command");
  const named = configValue(entries, "core.hookspath");
  const folder = named === null ? join(commonDir, "hooks") : resolve(root, named);
  return OF_COMMITS.filter((hook) => isExecutable(join(folder, hook)));
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
