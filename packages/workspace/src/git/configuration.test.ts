import { expect, test } from "vitest";
import { type ConfigEntry, identityEnvironment, parseConfiguration } from "./configuration.ts";
import { filterNames, harmlessSettings, neutralSettings, unknownExtension } from "./neutral-settings.ts";
import { remoteOf } from "./push.ts";
import { localFolder } from "./push-address.ts";

const local = (name: string, value: string | null = "x"): ConfigEntry => ({ scope: "local", name, value });
const global = (name: string, value: string | null = "x"): ConfigEntry => ({ scope: "global", name, value });

test("a listing is read with scopes, values of several lines, and bare names", () => {
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

test("git sees only the harmless ones of a repo's own settings", () => {
  const shown = [
    local("core.autocrlf", "true"),
    local("core.filemode", null),
    local("user.name"),
    local("remote.a.b.url"),
    local("remote.origin.fetch"),
    local("branch.x.remote"),
    local("extensions.objectformat", "sha256"),
    local("http.https://github.com/.extraheader", "AUTHORIZATION: basic abc"),
  ];
  const hidden = [
    ...["core.fsmonitor", "core.sshcommand", "core.hookspath", "core.worktree", "core.askpass", "core.gitproxy"],
    ...["credential.helper", "http.proxy", "http.cookiefile", "http.https://a.b.proxy", "remote.origin.uploadpack"],
    ...[
      "remote.origin.receivepack",
      "remote.origin.vcs",
      "remote.origin.proxy",
      "remote.origin.promisor",
      "url.x.insteadof",
    ],
    ...["include.path", "extensions.partialclone", "extensions.worktreeconfig", "http.extraheader", "alias.status"],
    ...["http.https://github.com/.extraheader", "filter.a.clean", "core.excludesfile", "remote.a\nb.url"],
  ].map((name) => local(name));
  expect(harmlessSettings([...hidden, global("user.name"), ...shown], "local")).toEqual(shown);
  expect(harmlessSettings(shown, "worktree")).toEqual([]);
  const worktree = { scope: "worktree", name: "core.sparsecheckout", value: null };
  expect(neutralSettings([worktree])[0]).toEqual(["core.sparsecheckout", "true"]);
});

test("an extension that llmch does not know is named, if git obeys it", () => {
  const version = local("core.repositoryformatversion", "1");
  const known = ["objectformat", "refstorage", "worktreeconfig", "partialclone"].map((name) =>
    local(`extensions.${name}`),
  );
  expect(unknownExtension([version, ...known])).toBeNull();
  expect(unknownExtension([version, ...known, local("extensions.runme")])).toBe("extensions.runme");
  expect(unknownExtension([local("extensions.runme")])).toBeNull();
});

test.each([
  ["/a/b", "/a/b"],
  ["../x.git", "/repo/x.git"],
  ["./x:y", "/repo/tree/x:y"],
  ["file:///a/%62%2F..", "/a"],
  ["file://host/a", "/host/a"],
  ["~/x", "/home/me/x"],
  ["~root/x", "/repo/tree"],
  ["host:x", null],
  ["ssh://host/x", null],
  ["https://host/x", null],
])("the address %s leads to the folder %s", (address, folder) => {
  expect(localFolder(address, { root: "/repo/tree", env: { HOME: "/home/me" } })).toBe(folder);
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
])("who commits: %s", (_name, env, entries, name, email) => {
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
])("for %j the remote is %j", (entries, remote) => {
  const parsed = entries.map((entry) => local(entry.split("=")[0] ?? "", entry.split("=")[1] ?? "address"));
  expect(remoteOf("work", parsed)).toBe(remote);
});
