import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { contentsAtCommits, fileSizes, isTracked, readBlobTexts, textsAtCommits } from "./blobs.ts";

test("texts at commits are those of files in the commit; anything else is missing", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a b.txt": "spaced\n", "dir/é [1].txt": "" }));
  user.write("raw.bin", Buffer.from([0xe9]));
  const commit = user.commit();
  const names = ["gone.txt", "a b.txt", "dir", "dir/é [1].txt", "two\nlines", "raw.bin"];
  const files = [...names.map((path) => ({ commit, path })), { commit: "HEAD", path: "raw.bin" }];
  const texts: (readonly [string, string])[] = [
    [`${commit}:a b.txt`, "spaced\n"],
    [`${commit}:dir/é [1].txt`, ""],
  ];
  expect([...(await textsAtCommits(repo.git, files))]).toEqual(texts);
  const contents = [...(await contentsAtCommits(repo.git, files))];
  expect(contents.map(([name, bytes]) => [name, bytes.toString("latin1")])).toEqual([
    ...texts,
    [`${commit}:raw.bin`, "é"],
  ]);
  expect(await textsAtCommits(repo.git, [])).toEqual(new Map());
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

test("texts are passed on by their ids; null if it is large, not text, not a blob or missing", async () => {
  const repo = throwawayRepo({ "a.txt": "one\n", "empty.txt": "", "large.txt": "x".repeat(1_000) });
  try {
    repo.write("binary", Buffer.from("a\0b"));
    repo.write("latin", Buffer.from([0xe9, 10]));
    const many = Array.from({ length: 40 }, (_, index) => `many/${index}.txt`);
    for (const path of many) repo.write(path, `${path}: é\n`);
    repo.commit();
    const ids = new Map(
      repo
        .git("ls-tree", "-r", "HEAD")
        .split("\n")
        .map((line) => [line.slice(53), line.slice(12, 52)]),
    );
    const files = [
      ...["a.txt", "large.txt", "binary", "empty.txt", "latin"].map((path) => ({ path, blob: ids.get(path) ?? "" })),
      { path: "missing", blob: "1".repeat(40) },
      { path: "tree", blob: repo.git("rev-parse", "HEAD^{tree}") },
      ...many.map((path) => ({ path, blob: ids.get(path) ?? "" })),
    ];
    const texts: Record<string, string | null> = {};
    await readBlobTexts(repo.path, files, { maxBytes: 999, env: repo.env }, ({ path }, text) => {
      texts[path] = text;
    });
    expect(texts).toEqual({
      ...{ "a.txt": "one\n", "large.txt": null, binary: null, "empty.txt": "", latin: null, missing: null, tree: null },
      ...Object.fromEntries(many.map((path) => [path, `${path}: é\n`])),
    });
  } finally {
    repo.remove();
  }
});
