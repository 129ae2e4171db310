import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newOwnedName } from "@llmch/files";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { compareTexts } from "./compare-texts.ts";
import { textsAtCommits } from "./texts-at-commits.ts";

describe("texts are compared", () => {
  test("all pairs at once, new and emptied ones too; the same texts give no lines", async () => {
    const diffs = await compareTexts(
      [
        { before: "one\ntwo\n", after: "one\n2\n" },
        { before: "same\n", after: "same\n" },
        { before: null, after: "new\n" },
        { before: "gone\n", after: "" },
        { before: "no end", after: "diff --git a/before/0 b/after/0\n" },
      ],
      process.env,
    );
    expect(diffs).toEqual([
      ["@@ -1,2 +1,2 @@", " one", "-two", "+2"],
      [],
      ["@@ -0,0 +1 @@", "+new"],
      ["@@ -1 +0,0 @@", "-gone"],
      ["@@ -1 +1 @@", "-no end", "\\ No newline at end of file", "+diff --git a/before/0 b/after/0"],
    ]);
  });

  test("by git's own rules, whatever the user's configuration says", async () => {
    const settings = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "diff.external", GIT_CONFIG_VALUE_0: "false" };
    const diffs = await compareTexts([{ before: "a\0b\n", after: "a\0c\n" }], { ...process.env, ...settings });
    expect(diffs).toEqual([["@@ -1 +1 @@", "-a\0b", "+a\0c"]]);
  });

  test("in a folder that nobody else can read; what was killed as it compared is removed, and nothing else", async () => {
    const { path, remove } = temporaryFolder();
    onTestFinished(remove);
    vi.stubEnv("TMPDIR", path);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const dead = newOwnedName().replace(/^(llmch-\w+-\d+)-\d+-/, "$1-1-");
    const runs = newOwnedName().replace(/^(llmch-\w+-\d+)-\d+-/, "$1-1-");
    const living = newOwnedName();
    for (const name of [dead, living]) mkdirSync(join(path, name, "before"), { recursive: true });
    mkdirSync(join(path, runs, "tree"), { recursive: true });
    // Git is asked in the folder: this one tells what it finds there.
    const bin = join(path, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), `#!/bin/sh\n/bin/ls -ld . > '${join(path, "seen")}'\n`, { mode: 0o755 });
    await compareTexts([{ before: "a", after: "b" }], { PATH: bin });
    expect(readFileSync(join(path, "seen"), "utf8")).toMatch(/^drwx------/);
    expect(readdirSync(path).sort()).toEqual(["bin", "seen", living, runs].sort());
  });

  test("not at all where there is no git", async () => {
    expect(await compareTexts([{ before: "a", after: "b" }], { PATH: "/nowhere" })).toBeNull();
  });
});

describe("texts at commits", () => {
  test("are those of files that the commit has; anything else is missing", async () => {
    const repo = throwawayRepo({ "a b.txt": "spaced\n", "dir/é.txt": "", "raw.bin": "x" });
    const commit = repo.git("rev-parse", "HEAD");
    const names = ["gone.txt", "a b.txt", "dir", "dir/é.txt", "two\nlines", "raw.bin"];
    const files = names.map((path) => ({ commit, path }));
    const texts = await textsAtCommits(repo.path, [...files, { commit: "HEAD", path: "raw.bin" }], process.env);
    expect([...texts]).toEqual([
      [`${commit}:a b.txt`, "spaced\n"],
      [`${commit}:dir/é.txt`, ""],
      [`${commit}:raw.bin`, "x"],
    ]);
    expect(await textsAtCommits(`${repo.path}/gone`, files, process.env)).toEqual(new Map());
    repo.remove();
  });
});
