import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repoPath } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
import { expect, test } from "vitest";
import { judgeCopies } from "../dependencies/copied-files.ts";
import { openRepository } from "../git/open-repository.ts";
import { createWorktree } from "./worktree.ts";

const made = async (copy: readonly string[], prepare: (repo: ReturnType<typeof throwawayRepo>) => void = () => {}) => {
  const repo = throwawayRepo({ ".gitignore": ".env\ngen/\n", "a.js": "1\n" });
  repo.write(".env", "TOKEN=1\n");
  repo.write("gen/code.js", "2\n");
  repo.write("loose.txt", "3\n");
  prepare(repo);
  const opened = await openRepository(repo.path, process.env);
  if (!opened.ok) throw new Error("not opened");
  const { value } = opened;
  const baseline = repo.git("rev-parse", "HEAD");
  const options = { baseline, signal: new AbortController().signal, environment: {}, dependencies: { copy } };
  return {
    repo,
    judged: (kept: readonly string[] = []) => judgeCopies(value, copy, kept),
    open: () => createWorktree(value, options),
  };
};

test("named ignored files are brought for commands alone, and brought back after each reset", async () => {
  const { repo, open } = await made([".env", "gen/code.js", "a.js", "loose.txt", "missing.txt"]);
  const tree = await open();
  try {
    const text = (path: string) => readFileSync(join(tree.root, path), "utf8");
    expect([text(".env"), text("gen/code.js"), text("a.js")]).toEqual(["TOKEN=1\n", "2\n", "1\n"]);
    expect(existsSync(join(tree.root, "loose.txt"))).toBe(false);
    const path = repoPath(".env");
    if (path === null) throw new Error("no path");
    expect(await tree.inspect(path)).toMatchObject({ kind: "blocked" });
    const change = {
      kind: "write",
      path,
      content: utf8Bytes("x"),
      baseSha256: SHA256_OF_NOTHING,
      executable: null,
    } as const;
    expect(await tree.apply(change)).toMatchObject({ ok: false });
    expect([await tree.drift([]), await tree.presentFiles()]).toEqual([[], [".gitignore", "a.js"]]);
    writeFileSync(join(tree.root, ".env"), "TOKEN=2\n");
    await tree.reset();
    expect(text(".env")).toBe("TOKEN=1\n");
    expect(repo.read(".env")).toBe("TOKEN=1\n");
  } finally {
    await tree.remove();
    repo.remove();
  }
});

test("a link is not followed", async () => {
  const { repo, open } = await made(["gen/out"], ({ path }) => symlinkSync("/etc/hostname", join(path, "gen/out")));
  try {
    await expect(open()).rejects.toThrow("setup.copy cannot bring gen/out: gen/out is a symbolic link");
  } finally {
    repo.remove();
  }
});

test("what is not brought is named, and a path through a link is refused before anything is made", async () => {
  const names = [".env", "gen/code.js", "a.js", "loose.txt", "missing.txt", "gen"];
  const { repo, judged } = await made(names, ({ path }) => symlinkSync("gen", join(path, "link")));
  const left = [
    "git does not ignore a.js",
    "git does not ignore loose.txt",
    "missing.txt is not there",
    "gen is a directory",
  ];
  const through = await made([".env", "link/code.js"], ({ path }) => symlinkSync("gen", join(path, "link")));
  try {
    expect(await judged()).toEqual({ ok: true, value: left });
    expect(await judged([join(repo.path, "gen")])).toMatchObject({
      issues: [{ code: "bad-settings", message: "setup.copy cannot bring gen/code.js: llmch keeps it for itself" }],
    });
    expect(await through.judged()).toMatchObject({
      issues: [{ code: "bad-settings", message: "setup.copy cannot bring link/code.js: link is a symbolic link" }],
    });
  } finally {
    repo.remove();
    through.repo.remove();
  }
});
