import { existsSync, lstatSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "@llmch/text";

/** Where llmch keeps what it can make again: in `$XDG_CACHE_HOME` or `~/.cache`; null if there is no home, because none is created. */
export const cacheFolder = (env: Environment): string | null => {
  const { XDG_CACHE_HOME = "", HOME = homedir() } = env;
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "llmch");
  return isAbsolute(HOME) && existsSync(HOME) ? join(HOME, ".cache/llmch") : null;
};

/** True for a folder that only this user can write to: what llmch finds there is what it has put there. */
export const isOursAlone = (folder: string): boolean => {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
};
