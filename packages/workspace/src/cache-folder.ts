import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where llmch keeps what it can make again: in `$XDG_CACHE_HOME` or `~/.cache`. */
export const cacheFolder = (env: Readonly<Record<string, string | undefined>>): string => {
  const told = env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(told) ? told : join(env.HOME ?? homedir(), ".cache"), "llmch");
};
