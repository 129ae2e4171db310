import { newOwnedName, type Owner, ownerOf } from "@llmch/files";
import { type Environment, namesSecret } from "@llmch/text";

/** Git's variables that the user may rely on: identity, where the configuration is, how to reach a remote. */
const KEPT =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|EXEC_PATH)$/;
/** Beyond what `namesSecret` knows: removing too much does no harm here. */
const SECRET = /(?:API_?KEY|SECRET|PASSWORD|TOKEN)/i;
/** What a forge's credential helper reads; only a push gets it (contract §6). */
const PUSH_TOKEN = /^(?:GH|GITHUB|GITLAB|GITEA|BITBUCKET)_\w*TOKEN$/;
/** What bash accepts even as `sh`: options, and functions that replace its own commands. A shell starts the git calls. */
const OF_SHELLS = /^(?:SHELLOPTS|BASHOPTS|BASH_FUNC_.*)$/s;
/** How many settings the caller's variables hold. */
const WHOLE_NUMBER = /^\d{1,9}$/;

/** One setting, as `git -c name=value` would give it. */
export type GitSetting = readonly [name: string, value: string];

export interface GitEnvironmentOptions {
  /** Git reaches a remote, and gets a forge's token for it. */
  readonly forPush?: boolean;
  /** The remote is not a forge's. */
  readonly hidesTokens?: boolean;
  /** What git sees in place of the repo's shared folder. */
  readonly commonDir?: string | null;
}

/**
 * The environment for git: the user's own, without what points git elsewhere (`GIT_DIR`, `GIT_INDEX_FILE` …) and without keys;
 * git never prompts, shows objects as they were committed, and reaches no server except for a push. `settings` come after the user's and so override every file.
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
    // A push may run the user's own scripts to reach a remote.
    if (!forPush && OF_SHELLS.test(name)) continue;
    const isSecret = (SECRET.test(name) || namesSecret(name)) && !name.startsWith("GIT_CONFIG_");
    if (isSecret && !(forPush && !hidesTokens && PUSH_TOKEN.test(name))) continue;
    kept[name] = value;
  }
  const inherited = WHOLE_NUMBER.test(kept.GIT_CONFIG_COUNT ?? "") ? Number(kept.GIT_CONFIG_COUNT) : 0;
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
    // A partial clone fetches no missing objects: git would start a program for that.
    GIT_NO_LAZY_FETCH: "1",
    // What `git replace` and grafts show in place of an object is not what is committed and pushed. At a file of grafts that is there, even
    // an empty one, git prints advice, which ends it if nobody reads any more.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null/none",
    ...(forPush ? {} : { GIT_ALLOW_PROTOCOL: "none" }),
    ...(commonDir === null ? {} : { GIT_COMMON_DIR: commonDir }),
    LC_ALL: "C",
    PATH: (kept.PATH ?? "/usr/bin:/bin")
      .split(":")
      .filter((entry) => entry.startsWith("/"))
      .join(":"),
  };
};

/** Names who started a git. */
export const MARK = "LLMCH_OWNER";
let mark: Readonly<Record<string, string>> | undefined;

/** Marks the environment of each git that this process starts, so that one that outlives it can be found. */
export const ownMark = (): Readonly<Record<string, string>> => {
  mark ??= { [MARK]: newOwnedName() };
  return mark;
};

/** Whose git a process is, by its variables (`NAME=value`); null if llmch did not start it. */
export const markedOwner = (variables: readonly string[]): Owner | null =>
  ownerOf(variables.find((each) => each.startsWith(`${MARK}=`))?.slice(MARK.length + 1) ?? "");
