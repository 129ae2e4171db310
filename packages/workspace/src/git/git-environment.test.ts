import { expect, test } from "vitest";
import { gitEnvironment } from "./git-environment.ts";

const ALWAYS = {
  GIT_CONFIG_COUNT: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: ":",
  GIT_PAGER: "cat",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null/none",
  LC_ALL: "C",
  PATH: "/usr/bin:/bin",
};
const OFFLINE = { ...ALWAYS, GIT_ALLOW_PROTOCOL: "none" };

test("git gets the user's environment, without what points it elsewhere and without keys", () => {
  const kept = {
    HOME: "/home/me",
    GIT_AUTHOR_NAME: "A",
    GIT_COMMITTER_EMAIL: "c@example.com",
    GIT_CONFIG_GLOBAL: "/config",
    GIT_SSH_COMMAND: "ssh -i key",
    SSH_AUTH_SOCK: "/agent",
  };
  const dropped = {
    PATH: "/usr/bin:.:/bin:",
    GIT_DIR: "/x",
    GIT_WORK_TREE: "/x",
    GIT_INDEX_FILE: "/x",
    GIT_OBJECT_DIRECTORY: "/x",
    GIT_EXTERNAL_DIFF: "/x",
    GIT_TRACE: "1",
    GIT_NO_REPLACE_OBJECTS: "",
    GIT_REPLACE_REF_BASE: "refs/x/",
    GIT_GRAFT_FILE: "/x",
    GIT_CONFIG_PARAMETERS: "'a=b'",
    GIT_EDITOR: "vi",
    LC_ALL: "de_DE.UTF-8",
    OPENAI_API_KEY: "sk",
    GITHUB_TOKEN: "ghp",
    CLIENT_SECRET: "s",
    SHELLOPTS: "noexec",
    "BASH_FUNC_cd%%": "() {  echo; }",
  };
  expect(gitEnvironment({ ...kept, ...dropped }, [])).toEqual({ ...kept, ...OFFLINE });
});

test("a push may use a forge's token, and no other key", () => {
  const env = { GITHUB_TOKEN: "ghp", GH_TOKEN: "gho", OPENAI_API_KEY: "sk", NPM_TOKEN: "npm" };
  expect(gitEnvironment(env, [], { forPush: true })).toEqual({ GITHUB_TOKEN: "ghp", GH_TOKEN: "gho", ...ALWAYS });
  expect(gitEnvironment(env, [], { forPush: true, hidesTokens: true })).toEqual(ALWAYS);
});

test("git sees the replacement of the repo's shared folder, whatever the caller's variables say", () => {
  expect(gitEnvironment({ GIT_COMMON_DIR: "/x" }, [], { commonDir: "/ours" })).toEqual({
    ...OFFLINE,
    GIT_COMMON_DIR: "/ours",
  });
});

test("settings come after those that the environment brings", () => {
  const env = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Me" };
  expect(gitEnvironment(env, [["filter.a=b.clean", ""]])).toEqual({
    ...OFFLINE,
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "user.name",
    GIT_CONFIG_VALUE_0: "Me",
    GIT_CONFIG_KEY_1: "filter.a=b.clean",
    GIT_CONFIG_VALUE_1: "",
  });
});

test.each(["-5", "x", "1.5", "", "3x", "1e3", "99999999999999999999"])(
  "a count of settings that is no whole number (%s) is none",
  (count) => {
    expect(gitEnvironment({ GIT_CONFIG_COUNT: count }, [["a.b", "c"]])).toEqual({
      ...OFFLINE,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "a.b",
      GIT_CONFIG_VALUE_0: "c",
    });
  },
);
