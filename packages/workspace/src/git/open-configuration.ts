import { statSync } from "node:fs";
import { homedir } from "node:os";
import { accepted, type Environment, messageOf, type Result, rejected } from "@llmch/contract";
import { configFileText } from "./config-file.ts";
import { type ConfigEntry, isOfRepo, parseConfiguration } from "./configuration.ts";
import { createGit } from "./git.ts";
import type { GitCheckout } from "./git-folders.ts";
import { repoFolders } from "./git-folders.ts";
import { neutralCommonDir } from "./neutral-common-dir.ts";
import { harmlessSettings, neutralSettings } from "./neutral-settings.ts";
import { type RepoSettings, readRepoSettings } from "./repo-settings.ts";

/** The configuration of a repo, and what git sees of it. */
export interface Configuration {
  /** All settings of the system, the user, the repo and the call; read again if one of the repo's files has changed. The issue is git's own. */
  read(): Promise<Result<readonly ConfigEntry[], string>>;
  /** The same; throws if they cannot be read. */
  entries(): Promise<readonly ConfigEntry[]>;
  /** What git sees in place of the repo's shared folder, up to date. */
  commonDir(): string;
}

const LIST = ["config", "--list", "--show-scope", "-z"] as const;

/** Why a repo cannot be opened, in words: one of its own files cannot be read, or nothing can be written beside it. */
export interface ConfigurationFault {
  readonly kind: "unreadable" | "unwritable";
  readonly why: string;
}

/** Opens it. */
export const openConfiguration = async (
  checkout: GitCheckout,
  { program, env }: { readonly program: string; readonly env: Environment },
): Promise<Result<Configuration, ConfigurationFault>> => {
  const read = () => readRepoSettings(checkout, env.HOME ?? homedir());
  const first = read();
  if (!first.ok) return rejected({ kind: "unreadable", why: first.issues[0] });
  let repo = first.value;
  let seen = signatureOf(repo);
  const shown = neutralCommonDir(checkout, env);
  const commonDir = () => shown(configFileText(harmlessSettings(repo.entries, "local")));
  try {
    commonDir();
  } catch (fault) {
    return rejected({ kind: "unwritable", why: messageOf(fault) });
  }
  const git = createGit({
    ...{ program, env, directory: checkout.root },
    notFrom: [...repoFolders(checkout.root), checkout.gitDir, checkout.commonDir],
    globalArgs: [`--git-dir=${checkout.gitDir}`, `--work-tree=${checkout.root}`],
    view: () => ({ settings: neutralSettings([]), commonDir: commonDir() }),
  });
  /** The user's settings as git lists them, with the repo's own inserted in order. */
  const list = async (): Promise<Result<readonly ConfigEntry[], string>> => {
    const listing = await git.read(...LIST);
    if (!listing.ok) return listing;
    const entries = parseConfiguration(listing.value).filter((entry) => !isOfRepo(entry));
    const isLast = ({ scope }: ConfigEntry) => scope === "command";
    return accepted([...entries.filter((entry) => !isLast(entry)), ...repo.entries, ...entries.filter(isLast)]);
  };
  let listed: ReturnType<typeof list> | null = null;
  const readAll = async () => {
    const now = signatureOf(repo);
    if (now !== seen) {
      const again = read();
      if (!again.ok) return again;
      repo = again.value;
      seen = now;
      listed = null;
    }
    listed ??= list();
    return listed;
  };
  return accepted({
    commonDir,
    read: readAll,
    entries: async () => {
      const all = await readAll();
      if (!all.ok) throw new Error(`git's configuration cannot be read: ${all.issues[0]}`);
      return all.value;
    },
  });
};

const signatureOf = ({ files }: RepoSettings): string =>
  files
    .map((file) => {
      const { ctimeMs = 0, size = 0, ino = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${ctimeMs}:${size}:${ino}`;
    })
    .join();
