import { namesSecret } from "@llmch/contract";

/** Variables of git's own that the user may rely on: identity, where the configuration lies, how to reach a remote. */
const KEPT =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|EXEC_PATH)$/;
/** Beyond what `namesSecret` knows: here nothing is lost by too much. */
const SECRET = /(?:API_?KEY|SECRET|PASSWORD|TOKEN)/i;
/** What a forge's credential helper reads; a push has it, nothing else of git (contract §6). */
const PUSH_TOKEN = /^(?:GH|GITHUB|GITLAB|GITEA|BITBUCKET)_\w*TOKEN$/;
/** What bash takes up as `sh` too: options, and functions in place of its own commands. A shell starts what git is asked. */
const OF_SHELLS = /^(?:SHELLOPTS|BASHOPTS|BASH_FUNC_.*)$/s;

/** Variables as the caller has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting, as `git -c name=value` would give it. */
export type GitSetting = readonly [name: string, value: string];

export interface GitEnvironmentOptions {
  /** Git reaches a remote, and a forge's token is there for it. */
  readonly forPush?: boolean;
  /** The remote is no forge's. */
  readonly hidesTokens?: boolean;
  /** What stands for the repo's shared folder. */
  readonly commonDir?: string | null;
}

/**
 * The environment that git gets: the user's own, without what points git elsewhere (`GIT_DIR`, `GIT_INDEX_FILE` …),
 * without keys, never asking anything, and reaching no server but for a push. `settings` come after the user's and so win over every file.
 */
export const gitEnvironment = (
  env: Environment,
  settings: readonly GitSetting[],
  { forPush = false, hidesTokens = false, commonDir = null }: GitEnvironmentOptions = {},
): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (name.startsWith("GIT_") && !KEPT.test(name)) continue;
    // What reaches a remote for the user may be a script of theirs.
    if (!forPush && OF_SHELLS.test(name)) continue;
    const isSecret = (SECRET.test(name) || namesSecret(name)) && !name.startsWith("GIT_CONFIG_");
    if (isSecret && !(forPush && !hidesTokens && PUSH_TOKEN.test(name))) continue;
    kept[name] = value;
  }
  const inherited = Number.parseInt(kept.GIT_CONFIG_COUNT ?? "0", 10) || 0;
  for (const [index, [name, value]] of settings.entries()) {
    kept[`GIT_CONFIG_KEY_${inherited + index}`] = name;
    kept[`GIT_CONFIG_VALUE_${inherited + index}`] = value;
  }
  return {
    ...kept,
    GIT_CONFIG_COUNT: String(inherited + settings.length),
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_EDITOR: ":",
    GIT_PAGER: "cat",
    // A repo that has only a part of its objects gets no others: git would start what it needs to fetch them.
    GIT_NO_LAZY_FETCH: "1",
    ...(forPush ? {} : { GIT_ALLOW_PROTOCOL: "none" }),
    ...(commonDir === null ? {} : { GIT_COMMON_DIR: commonDir }),
    LC_ALL: "C",
    PATH: (kept.PATH ?? "/usr/bin:/bin")
      .split(":")
      .filter((entry) => entry.startsWith("/"))
      .join(":"),
  };
};
