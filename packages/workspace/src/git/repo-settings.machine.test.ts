import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { readRepoSettings } from "./repo-settings.ts";

/** Reads settings from files of a made-up repo; `HERE` in them stands for its folder. */
const read = (files: Readonly<Record<string, string>>, prepare?: (folder: string) => void) => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, "git"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text.replaceAll("HERE", path));
  prepare?.(path);
  const found = readRepoSettings({ gitDir: join(path, "git"), commonDir: join(path, "git") }, path);
  return found.ok
    ? found.value.entries.map(({ scope, name, value }) => `${scope} ${name}=${value}`.replaceAll(path, "HERE"))
    : found.issues[0].replaceAll(path, "HERE");
};

test("an included file comes after its include, if the repo is where the condition says", () => {
  const config = `[include]\n\tpath = ../more\n[includeIf "gitdir:HERE/git"]\n\tpath = ~/exact\n[includeIf "gitdir:HERE/"]\n\tpath = below
[includeIf "gitdir:/elsewhere/"]\n\tpath = no\n[includeIf "onbranch:main"]\n\tpath = no\n[a]\n\tz = 9\n`;
  const small = (name: string) => `[a]\n\t${name} = 1\n`;
  const files = {
    "git/config": config,
    more: small("m"),
    exact: small("e"),
    "git/below": small("b"),
    "git/no": small("n"),
  };
  expect(
    read(files)
      .toString()
      .match(/local a\.\w=\d/g),
  ).toEqual(["local a.m=1", "local a.e=1", "local a.b=1", "local a.z=9"]);
});

test("a checkout's own file counts if the repo says so", () => {
  const own = { "git/config.worktree": "[a]\n\tb = c\n" };
  expect(read({ ...own, "git/config": "" })).toEqual([]);
  expect(read({ ...own, "git/config": "[extensions]\n\tworktreeConfig\n" })).toEqual([
    "local extensions.worktreeconfig=null",
    "worktree a.b=c",
  ]);
});

test("a file that never ends, or is not a file, does not block", () => {
  const include = (file: string) => ({ "git/config": `[include]\n\tpath = ${file}\n` });
  expect(read({}, (folder) => execFileSync("mkfifo", [join(folder, "git/config")]))).toBe(
    "HERE/git/config: it is no regular file",
  );
  expect(read({}, (folder) => symlinkSync("/dev/zero", join(folder, "git/config")))).toBe(
    "HERE/git/config: it is no regular file",
  );
  expect(read(include("../pipe"), (folder) => execFileSync("mkfifo", [join(folder, "pipe")]))).toBe(
    "HERE/pipe: it is no regular file",
  );
  expect(read(include("config"))).toMatch(/include each other without an end$/);
  expect(read({ "git/config": `#${"x".repeat(1_000_000)}` })).toBe("HERE/git/config: it is larger than 1000000 bytes");
  expect(read({ "git/config": "[a\n" })).toBe("HERE/git/config: line 1 is not a setting");
  expect(read({})).toEqual([]);
});
