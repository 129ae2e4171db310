import { isAbsolute, join, resolve, sep } from "node:path";
import { checkoutRoot } from "@llmch/workspace";
import { relativePath } from "../text/relative-path.ts";

/** The name of the settings file at a repo's root. */
export const REPO_FILE = "llmch.config.json";

/** More than anybody writes into a settings file. */
export const MAX_SETTINGS_BYTES = 256 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** The repo's root, where its settings file lies. */
export const settingsRoot = (repo: string, cwd: string): string => checkoutRoot(resolve(cwd, repo));

/** The user's own file, and whether it was named: then it must be there. Null where there is no place for one. */
export const userFile = (
  env: Environment,
  cwd: string,
): { readonly path: string; readonly isNamed: boolean } | null => {
  const named = (env.LLMCH_CONFIG ?? "").trim();
  // As git reads it: the user wants none.
  if (named === "/dev/null") return null;
  if (named !== "") return { path: resolve(cwd, named), isNamed: true };
  const home = env.HOME ?? "";
  const base = [env.XDG_CONFIG_HOME ?? "", home === "" ? "" : join(home, ".config")].find(isAbsolute);
  return base === undefined ? null : { path: join(base, "llmch/config.json"), isNamed: false };
};

/** How a file is named to the user: from where the command was called, else from the user's home. */
export const nameOfFile = (path: string, env: Environment, cwd: string): string => {
  const near = relativePath(path, cwd);
  if (near.isBelow) return near.path;
  const home = env.HOME ?? "";
  return home !== "" && home !== sep && path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
};
