import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Environment } from "@llmch/text";
import { checkoutRoot } from "@llmch/workspace";

/** The name of the settings file at a repo's root. */
export const REPO_FILE = "llmch.config.json";

/** More than anyone writes in a settings file. */
export const MAX_SETTINGS_BYTES = 256 * 1024;

/** The repo's root, which contains its settings file. */
export const settingsRoot = (repo: string, cwd: string): string => checkoutRoot(resolve(cwd, repo));

/** The user's own file, and whether it was named explicitly: then it must exist. Null if there is no place for one. */
export const userFile = (
  env: Environment,
  cwd: string,
): { readonly path: string; readonly isNamed: boolean } | null => {
  const named = (env.LLMCH_CONFIG ?? "").trim();
  // As in git, this means that the user wants none.
  if (named === "/dev/null") return null;
  if (named !== "") return { path: resolve(cwd, named), isNamed: true };
  const home = env.HOME ?? "";
  const base = [env.XDG_CONFIG_HOME ?? "", home === "" ? "" : join(home, ".config")].find(isAbsolute);
  return base === undefined ? null : { path: join(base, "llmch/config.json"), isNamed: false };
};

/** The name of a file as shown to the user: relative to the working directory, else to the user's home. */
export const nameOfFile = (path: string, env: Environment, cwd: string): string => {
  const near = relative(cwd, path).split(sep).join("/");
  if (near !== ".." && !near.startsWith("../")) return near;
  const home = env.HOME ?? "";
  return home !== "" && home !== sep && path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
};
