import { statSync } from "node:fs";
import { join } from "node:path";
import { accepted, type Environment, type Result, rejected } from "@llmch/text";
import { type ConfigEntry, parseConfiguration } from "./configuration.ts";
import { createGit, type GitView } from "./git.ts";
import { type GitCheckout, repoFolders } from "./git-folders.ts";
import { neutralSettings } from "./neutral-settings.ts";

/** The configuration of a repo, as git finds it: a listing runs nothing that it names. */
export interface Configuration {
  /** All settings of the system, the user, the repo and the call; read again if the repo's files have changed. The issue is git's own. */
  read(): Promise<Result<readonly ConfigEntry[], string>>;
  /** The same; throws if they cannot be read. */
  entries(): Promise<readonly ConfigEntry[]>;
}

const LIST = ["config", "--list", "--show-scope", "-z"] as const;
/** Git only reads a few small files; one that never ends is not a repo's. */
export const FEW_FILES_MS = 20_000;

/** What git sees before a repo is opened: its own files. Git is asked nothing then but where the repo is and what it configures. */
export const UNOPENED: GitView = { settings: neutralSettings([]), commonDir: null };

export const openConfiguration = (
  { root, gitDir, commonDir }: GitCheckout,
  place: { readonly program: string; readonly env: Environment },
): Configuration => {
  const git = createGit({
    ...place,
    directory: root,
    notFrom: [...repoFolders(root), gitDir, commonDir],
    gitDir,
    view: () => UNOPENED,
  });
  const list = async (): Promise<Result<readonly ConfigEntry[], string>> => {
    const { exitCode, stdout, stderr } = await git.run(LIST, { limitMs: FEW_FILES_MS });
    return exitCode === 0 ? accepted(parseConfiguration(stdout.toString())) : rejected(stderr);
  };
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  let last: { readonly signature: string; readonly listed: ReturnType<typeof list> } | null = null;
  const read = () => {
    const signature = files.map(looksOf).join();
    if (last?.signature !== signature) last = { signature, listed: list() };
    return last.listed;
  };
  return {
    read,
    entries: async () => {
      const all = await read();
      if (!all.ok) throw new Error(`git's configuration cannot be read: ${all.issues[0]}`);
      return all.value;
    },
  };
};

const looksOf = (file: string): string => {
  const { ctimeMs = 0, size = 0, ino = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${ctimeMs}:${size}:${ino}`;
};
