import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { fileSizes, isTracked, textsAtCommits } from "./files-at-commits.ts";

test("texts at commits are those of files in the commit; anything else is missing", async () => {
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

test("sizes are those of a commit's files, or of files on disk; anything else is left out", async () => {
  const repo = throwawayRepo({ "a b.js": "12345", "é.md": "é", "folder/c.js": "" });
  try {
    const commit = repo.git("rev-parse", "HEAD").trim();
    repo.write("a b.js", "1");
    repo.write("new.js", "123");
    symlinkSync("a b.js", join(repo.path, "link"));
    mkdirSync(join(repo.path, "empty"));
    const paths = ["missing", "a b.js", "folder", "é.md", "new.js", "line\nbreak", "folder/c.js", "link", "empty"];
    const sizes = (at: string | null) => fileSizes(repo.path, at, paths, process.env);
    const [committed, standing] = [await sizes(commit), await sizes(null)];
    expect(Object.fromEntries(committed)).toEqual({ "a b.js": 5, "é.md": 2, "folder/c.js": 0 });
    expect(Object.fromEntries(standing)).toEqual({ "a b.js": 1, "é.md": 2, "new.js": 3, "folder/c.js": 0 });
    expect(await sizes("0".repeat(40))).toEqual(new Map());
  } finally {
    repo.remove();
  }
});

test("a tracked file is told from an untracked one, and from one outside any repo", async () => {
  const repo = throwawayRepo({ "deep/run.json": "{}" });
  const folder = temporaryFolder();
  try {
    repo.write("deep/new.json", "{}");
    expect(await isTracked(join(repo.path, "deep/run.json"), process.env)).toBe(true);
    expect(await isTracked(join(repo.path, "deep/new.json"), process.env)).toBe(false);
    expect(await isTracked(join(repo.path, "deep/missing.json"), process.env)).toBe(false);
    expect(await isTracked(join(folder.path, "run.json"), process.env)).toBe(false);
  } finally {
    repo.remove();
    folder.remove();
  }
});
