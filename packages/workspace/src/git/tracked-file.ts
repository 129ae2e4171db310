import { basename, dirname } from "node:path";
import { resolveProgram } from "@llmch/process";
import { createGit } from "./git.ts";
import type { Environment } from "./git-environment.ts";
import { neutralSettings } from "./neutral-settings.ts";

const LIMIT_MS = 10_000;

/** Whether git tracks a file: whoever made the repo made the file. False where there is no repo, or no git to ask. */
export const isTracked = async (file: string, env: Environment): Promise<boolean> => {
  const directory = dirname(file);
  const program = resolveProgram("git", { path: env.PATH ?? "", cwd: directory });
  if (program === null) return false;
  const git = createGit({ program, directory, env, settings: () => neutralSettings([]) });
  const args = ["--literal-pathspecs", "ls-files", "-z", "--", basename(file)];
  const { exitCode, stdout } = await git.run(args, { limitMs: LIMIT_MS });
  return exitCode === 0 && stdout.length > 0;
};
