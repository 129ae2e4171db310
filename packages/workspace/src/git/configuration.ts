import type { Environment } from "@llmch/text";

/** One entry of git's configuration. `value` is null for a bare name. */
export interface ConfigEntry {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** Section and last part in lower case: `filter.LFS.clean`. */
  readonly name: string;
  readonly value: string | null;
}

/** Reads the output of `git config --list --show-scope -z`. */
export const parseConfiguration = (listing: string): readonly ConfigEntry[] => {
  const fields = listing.split("\0");
  const entries: ConfigEntry[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const scope = fields[index] ?? "";
    const text = fields[index + 1] ?? "";
    const end = text.indexOf("\n");
    entries.push(
      end === -1 ? { scope, name: text, value: null } : { scope, name: text.slice(0, end), value: text.slice(end + 1) },
    );
  }
  return entries;
};

/** The last value, which is the one that git would use, or null. */
export const configValue = (entries: readonly ConfigEntry[], name: string): string | null =>
  entries.findLast((entry) => entry.name === name)?.value ?? null;

/** True if the repo itself sets it, not its user. */
export const isOfRepo = ({ scope }: ConfigEntry): boolean => scope === "local" || scope === "worktree";

/** `filter.<name>.clean` gives the name, for any of a section's keys. */
export const subsections = (entries: readonly ConfigEntry[], section: string, keys: readonly string[]): string[] => {
  const found = new Set<string>();
  for (const { name } of entries) {
    const last = name.lastIndexOf(".");
    if (name.startsWith(`${section}.`) && last > section.length && keys.includes(name.slice(last + 1))) {
      found.add(name.slice(section.length + 1, last));
    }
  }
  return [...found];
};

/** The text of a configuration file with these settings. */
export const configFileText = (settings: readonly ConfigEntry[]): string =>
  settings
    .map(({ name, value }) => {
      const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
      const sub = first === last ? "" : ` "${name.slice(first + 1, last).replace(/[\\"]/g, "\\$&")}"`;
      const quoted = value === null ? "" : ` = "${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
      return `[${name.slice(0, first)}${sub}]\n\t${name.slice(last + 1)}${quoted}\n`;
    })
    .join("");

const IDENTITY = /^(?:(?:user|author|committer)\.(?:name|email)|init\.defaultbranch)$/;

/** A configuration file with what tests that commit need of the user's, and nothing that names a program, a file or a server. */
export const identityFile = (entries: readonly ConfigEntry[]): string =>
  configFileText(entries.filter((entry) => !isOfRepo(entry) && IDENTITY.test(entry.name)));

const OURS = { name: "llmch", email: "llmch@localhost" } as const;

/**
 * Who commits: the repo's or the user's identity as git finds it, else llmch's own, passed only through the environment so that
 * no configuration is written (contract §6).
 */
export const identityEnvironment = (env: Environment, entries: readonly ConfigEntry[]): Record<string, string> => ({
  ...identity("author", env, entries),
  ...identity("committer", env, entries),
});

const identity = (
  role: "author" | "committer",
  env: Environment,
  entries: readonly ConfigEntry[],
): Record<string, string> => {
  const variable = `GIT_${role.toUpperCase()}`;
  const configured = (key: string) => configValue(entries, `${role}.${key}`) || configValue(entries, `user.${key}`);
  const name = env[`${variable}_NAME`] || configured("name");
  const email = env[`${variable}_EMAIL`] || configured("email") || env.EMAIL;
  const whole = name && email ? { name, email } : OURS;
  return { [`${variable}_NAME`]: whole.name, [`${variable}_EMAIL`]: whole.email };
};
