import { basename, dirname } from "node:path";
import type { Environment } from "@llmch/contract";
import { gitIn } from "./git-in.ts";

const LIMIT_MS = 10_000;

/** Whether git tracks a file: whoever made the repo made the file. False if there is no repo, or no git to ask. */
export const isTracked = async (file: string, env: Environment): Promise<boolean> => {
  const args = ["--literal-pathspecs", "ls-files", "-z", "--", basename(file)];
  const listed = await gitIn(dirname(file), env)?.run(args, { limitMs: LIMIT_MS });
  return listed?.exitCode === 0 && listed.stdout.length > 0;
};
