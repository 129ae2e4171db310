import { expect, test } from "vitest";
import { type ConfigEntry, parseConfiguration } from "./configuration.ts";
import { identityEnvironment } from "./identity.ts";
import { filterNames, neutralSettings } from "./neutral-settings.ts";
import { remoteOf } from "./push.ts";

const local = (name: string, value: string | null = "x"): ConfigEntry => ({ scope: "local", name, value });
const global = (name: string, value: string | null = "x"): ConfigEntry => ({ scope: "global", name, value });

test("a listing is read with scopes, values over several lines, and names that stand alone", () => {
  expect(parseConfiguration("local\0a.b\none\ntwo\0global\0c.d\0command\0e.f\n\0")).toEqual([
    local("a.b", "one\ntwo"),
    global("c.d", null),
    { scope: "command", name: "e.f", value: "" },
  ]);
  expect(parseConfiguration("")).toEqual([]);
});

test("every filter is emptied, whoever configured it", () => {
  const entries = [
    local("filter.a=b.clean"),
    global("filter.lfs.process"),
    global("filter.lfs.required"),
    local("core.x"),
  ];
  expect(filterNames(entries)).toEqual(["a=b", "lfs"]);
  const settings = new Map(neutralSettings(entries));
  for (const name of ["a=b", "lfs"]) {
    expect(["clean", "smudge", "process", "required"].map((key) => settings.get(`filter.${name}.${key}`))).toEqual([
      "",
      "",
      "",
      "false",
    ]);
  }
});

test("how a remote is reached is what the user says, not the repo", () => {
  const last = (entries: readonly ConfigEntry[]) => neutralSettings(entries).slice(neutralSettings([]).length);
  expect(last([global("core.sshcommand", "mine"), global("credential.helper", "store")])).toEqual([]);
  expect(
    last([
      global("core.sshcommand", "mine"),
      global("credential.helper", "one"),
      global("credential.helper", "two"),
      local("core.sshcommand"),
      local("core.askpass"),
      local("credential.helper"),
      local("credential.https://a.b.helper"),
    ]),
  ).toEqual([
    ["core.sshCommand", "mine"],
    ["core.askPass", ""],
    ["credential.helper", ""],
    ["credential.helper", "one"],
    ["credential.helper", "two"],
    ["credential.https://a.b.helper", ""],
  ]);
  expect(last([local("core.sshcommand")])).toEqual([["core.sshCommand", "ssh"]]);
});

const me = [global("user.name", "Me"), global("user.email", "me@example.com")];

test.each([
  ["the user's", {}, me, "Me", "me@example.com"],
  ["the repo's before the user's", {}, [...me, local("user.email", "work@example.com")], "Me", "work@example.com"],
  ["the role's own", {}, [...me, local("author.name", "Author")], "Author", "me@example.com"],
  ["the environment's first", { GIT_AUTHOR_NAME: "Env" }, me, "Env", "me@example.com"],
  ["EMAIL last", { EMAIL: "env@example.com" }, me.slice(0, 1), "Me", "env@example.com"],
  ["llmch's where a part is missing", {}, me.slice(0, 1), "llmch", "llmch@localhost"],
  ["llmch's where a part is empty", {}, [...me, local("user.name", "")], "llmch", "llmch@localhost"],
])("whose commit it is: %s", (_name, env, entries, name, email) => {
  expect(identityEnvironment(env, entries)).toMatchObject({ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email });
});

test.each([
  [[], null],
  [["remote.b.url", "remote.a.url"], "b"],
  [["remote.b.url", "remote.origin.url"], "origin"],
  [["remote.b.url", "remote.origin.url", "branch.work.remote=b"], "b"],
  [["remote.b.url", "remote.c.url", "branch.work.remote=b", "remote.pushdefault=c"], "c"],
  [["remote.b.url", "branch.work.remote=https://elsewhere"], "b"],
  [["remote.--exec.url"], null],
])("of %j the remote is %j", (entries, remote) => {
  const parsed = entries.map((entry) => local(entry.split("=")[0] ?? "", entry.split("=")[1] ?? "address"));
  expect(remoteOf("work", parsed)).toBe(remote);
});
