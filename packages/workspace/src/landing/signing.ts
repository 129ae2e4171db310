import { type ConfigEntry, isOfRepo } from "../git/configuration.ts";
import type { GitResult } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** Signs commits if the user's own git would. */
export interface Signing {
  /** Makes a signed commit with these arguments of git; null if it must be made without a signature. */
  commit(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<GitResult | null>;
  /** What the user should know since the last call. */
  takeWarnings(): readonly string[];
}

export interface SigningOptions {
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

/** A person may have to touch a key or to type a passphrase. */
const LIMIT_MS = 30_000;

/** After the first failure nothing is signed any more, because every commit would wait for the limit. */
export const openSigning = (
  { git, configuration }: Pick<Repository, "git" | "configuration">,
  { signal, limitMs = LIMIT_MS }: SigningOptions,
): Signing => {
  let hasFailed = false;
  let warnings: readonly string[] = [];
  return {
    commit: async (args, environment) => {
      if (hasFailed || !isWanted(await configuration())) return null;
      // Git sees no setting of the repo that concerns signing: which program and which key are the user's alone.
      const made = await git.run([...args, "-S"], { environment, limitMs, signal });
      if (made.exitCode === 0 || signal.aborted) return made;
      hasFailed = true;
      const why = made.stderr.trim().replaceAll(/\s*\n\s*/g, "; ");
      warnings = [`git could not sign a commit (${why}): it and the later ones of this run are not signed`];
      return null;
    },
    takeWarnings: () => {
      const taken = warnings;
      warnings = [];
      return taken;
    },
  };
};

const isWanted = (entries: readonly ConfigEntry[]): boolean => {
  const values = entries.filter(({ name }) => name === "commit.gpgsign");
  const user = values.findLast(({ scope }) => scope === "global" || scope === "system");
  const repo = values.findLast(isOfRepo);
  return user !== undefined && isTrue(user) && (repo === undefined || isTrue(repo));
};

const isTrue = ({ value }: ConfigEntry): boolean => value === null || /^(?:true|yes|on|0*[1-9]\d*)$/i.test(value);
