import { dirname, isAbsolute, join, resolve } from "node:path";
import { accepted, type Result, rejected } from "@llmch/contract";
import { errnoOf, faultInWords, readRegularFile } from "@llmch/files";
import { type ConfigSetting, parseConfigFile } from "./config-file.ts";
import type { ConfigEntry } from "./configuration.ts";
import type { GitFolders } from "./git-folders.ts";

/** A repo's own settings are a few hundred bytes; a larger file is not a configuration. */
const MAX_BYTES = 1_000_000;
/** Git's own limit. */
const MAX_DEPTH = 10;

export interface RepoSettings {
  readonly entries: readonly ConfigEntry[];
  /** The files that were read or looked for. */
  readonly files: readonly string[];
}

/**
 * The settings in a repo's `config`, in `config.worktree`, and in the files that these include: data, of which git gets only the
 * harmless ones (see `harmlessSettings`). Reads only regular files. The issue says what cannot be read, in words.
 */
export const readRepoSettings = (folders: GitFolders, home: string): Result<RepoSettings, string> => {
  const files: string[] = [];
  const read = (file: string, depth: number): readonly ConfigSetting[] => {
    files.push(file);
    const text = textOf(file);
    if (text === null) return [];
    const parsed = parseConfigFile(text);
    if (!parsed.ok) throw new Unreadable(`${file}: ${parsed.issues[0]}`);
    return parsed.value.flatMap((setting) => {
      const included = includedFile(setting, file, { home, gitDir: folders.gitDir });
      if (included === null) return [setting];
      if (depth === MAX_DEPTH) throw new Unreadable(`${file}: files include each other without an end`);
      return [setting, ...read(included, depth + 1)];
    });
  };
  const scoped = (scope: string, file: string) => read(file, 0).map((setting) => ({ scope, ...setting }));
  try {
    const local = scoped("local", join(folders.commonDir, "config"));
    const hasOwn = local.some(({ name, value }) => name === "extensions.worktreeconfig" && isTrue(value));
    return accepted({
      entries: [...local, ...(hasOwn ? scoped("worktree", join(folders.gitDir, "config.worktree")) : [])],
      files,
    });
  } catch (fault) {
    if (fault instanceof Unreadable) return rejected(fault.message);
    throw fault;
  }
};

/** A file that cannot be read; the message says why. */
class Unreadable extends Error {}

const isTrue = (value: string | null): boolean => value === null || /^(?:true|yes|on|[1-9]\d*)$/i.test(value);

const textOf = (file: string): string | null => {
  try {
    return readRegularFile(file, { maxBytes: MAX_BYTES, links: "any" }).toString();
  } catch (fault) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(fault) ?? "")) return null;
    throw new Unreadable(`${file}: ${faultInWords(fault)}`);
  }
};

interface IncludeContext {
  readonly home: string;
  readonly gitDir: string;
}

/** The file that a setting includes, or null. */
const includedFile = ({ name, value }: ConfigSetting, file: string, context: IncludeContext): string | null => {
  const including = /^include(?:if\.(.*))?\.path$/s.exec(name);
  if (including === null || value === null || value === "") return null;
  const [, condition] = including;
  if (condition !== undefined && !holds(condition, file, context)) return null;
  const path = value.startsWith("~/") ? join(context.home, value.slice(2)) : value;
  return isAbsolute(path) ? path : resolve(dirname(file), path);
};

/** Tests where the repo is, by a folder's path; a final slash means everything below it. No other condition counts as true. */
const holds = (condition: string, file: string, { home, gitDir }: IncludeContext): boolean => {
  const [, written] = /^gitdir:([^*?[\]]+)$/.exec(condition) ?? [];
  if (written === undefined) return false;
  const path = written.replace(/^~\//, `${home}/`).replace(/^\.\//, `${dirname(file)}/`);
  if (!path.startsWith("/"))
    return `${gitDir}/`.includes(`/${path}`) && (path.endsWith("/") || gitDir.endsWith(`/${path}`));
  return path.endsWith("/") ? gitDir.startsWith(path) : gitDir === path;
};
