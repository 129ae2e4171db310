import { homedir } from "node:os";
import type { Environment } from "@llmch/contract";
import { configFileText } from "./config-file.ts";
import { endlessFile } from "./endless-files.ts";
import { createGit, type Git, gitProgram } from "./git.ts";
import { checkoutAround, repoFolders } from "./git-folders.ts";
import { neutralCommonDir } from "./neutral-common-dir.ts";
import { harmlessSettings, neutralSettings } from "./neutral-settings.ts";
import { readRepoSettings } from "./repo-settings.ts";

/**
 * Git in a directory that need not be a repo, for questions about its index and objects. Null if there is no repo, if its
 * configuration cannot be read, if git would wait at a file of its folder, or if git is not on the PATH.
 */
export const gitIn = (directory: string, env: Environment): Git | null => {
  const checkout = checkoutAround(directory);
  if (checkout === null || endlessFile(checkout) !== null) return null;
  const notFrom = [...repoFolders(checkout.root), checkout.gitDir, checkout.commonDir];
  const program = gitProgram(env, notFrom);
  if (program === null) return null;
  const read = readRepoSettings(checkout, env.HOME ?? homedir());
  if (!read.ok) return null;
  const commonDir = neutralCommonDir(checkout, env)(configFileText(harmlessSettings(read.value.entries, "local")));
  const view = { settings: neutralSettings(read.value.entries), commonDir };
  const globalArgs = [`--git-dir=${checkout.gitDir}`, `--work-tree=${checkout.root}`];
  return createGit({ program, directory, notFrom, globalArgs, env, view: () => view });
};
