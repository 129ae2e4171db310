import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@llmch/text";
import { cacheFolder } from "./cache-folder.ts";

/** Where repos are kept that are known by their addresses: `LLMCH_REPO_CACHE`, else in the cache of this user. */
export const repoCache = (env: Environment): string =>
  env.LLMCH_REPO_CACHE || join(cacheFolder(env) ?? join(env.HOME ?? homedir(), ".cache/llmch"), "repos");

/** The checkout in which a worker carries out a job. */
const OF_JOB = /\/([0-9a-f]{16})\/jobs\/llmch-[^/]+\/[0-9A-HJKMNP-TV-Z]{26}\/repo$/;

/**
 * The folder of a recorded repo. A job's own checkout is gone with its end, or was on another machine: what was made in it is in the cache.
 */
export const standingFolder = (directory: string, env: Environment): string => {
  const [, name] = OF_JOB.exec(directory) ?? [];
  const kept = name === undefined || existsSync(directory) ? null : join(repoCache(env), name, "repo");
  return kept !== null && existsSync(kept) ? kept : directory;
};
