import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser, openWorktree, put, runIn, seal, toRemove, toWrite } from "./worktree.fixture.ts";

const SCRIPT = "#!/bin/sh\n";

/** A repo with an executable file, and a worktree of it. */
const open = async () => {
  const files = { "a.txt": "a\n", "old/deep/gone.txt": "gone\n", "src/b.txt": "b\n", "run.sh": SCRIPT };
  const throwaway = throwawayRepo(files);
  chmodSync(join(throwaway.path, "run.sh"), 0o755);
  throwaway.commit("executable");
  const { user, repo } = await openUser(throwaway);
  return { user, worktree: await openWorktree(user, repo) };
};
type Opened = Awaited<ReturnType<typeof open>>;

const changed = ({ user }: Opened, from = "work~1"): readonly string[] =>
  user
    .git("diff-tree", "-r", "--no-renames", "--raw", "--abbrev=4", from, "work")
    .split("\n")
    .map((line) => line.replace(/^:(\d+) (\d+) \S+ \S+ (.)\t(.*)$/, "$3 $1 $2 $4"));
const statusIn = async ({ worktree, user }: Opened): Promise<string> =>
  (await runIn(worktree, user, "git", "status", "--porcelain", "--ignored")).stdoutTail;

test("a removed file is gone from the commit and the tree, with the folders that it leaves empty", async () => {
  const opened = await open();
  const { worktree } = opened;
  const removal = toRemove("old/deep/gone.txt", "gone\n");
  expect(await worktree.apply(removal)).toEqual({ ok: true, value: null });
  expect(existsSync(join(worktree.root, "old"))).toBe(false);
  expect(await worktree.drift([removal])).toEqual([]);
  expect((await worktree.commit("x", [removal])).ok).toBe(true);
  expect(changed(opened)).toEqual(["D 100644 000000 old/deep/gone.txt"]);
  expect(await worktree.trackedFiles()).toEqual(["a.txt", "run.sh", "src/b.txt"]);
  expect(await worktree.presentFiles()).toEqual(["a.txt", "run.sh", "src/b.txt"]);
  await worktree.reset();
  expect(await statusIn(opened)).toBe("");
  expect(await worktree.inspect(removal.path)).toEqual({ kind: "missing" });
  // The next order may create it again.
  await seal(worktree, toWrite("old/deep/gone.txt", "new\n"));
  expect(changed(opened)).toEqual(["A 000000 100644 old/deep/gone.txt"]);
});

test("a file from another path keeps its mode, even over an existing one", async () => {
  const opened = await open();
  const { worktree } = opened;
  await seal(worktree, toRemove("run.sh", SCRIPT), toWrite("bin/run", SCRIPT, null, true));
  expect(changed(opened)).toEqual(["A 000000 100755 bin/run", "D 100755 000000 run.sh"]);
  expect(statSync(join(worktree.root, "bin/run")).mode & 0o777).toBe(0o755);
  await worktree.reset();
  expect(await statusIn(opened)).toBe("");
  expect(await worktree.inspect(toWrite("bin/run", "").path)).toMatchObject({ executable: true });
  await seal(worktree, toWrite("bin/run", "a\n", SCRIPT, false), toWrite("a.txt", SCRIPT, "a\n", true));
  expect(changed(opened)).toEqual(["M 100644 100755 a.txt", "M 100755 100644 bin/run"]);
  await worktree.reset();
  expect(await statusIn(opened)).toBe("");
});

test("a file can replace a folder, and a folder a file", async () => {
  const opened = await open();
  const { worktree } = opened;
  await seal(
    worktree,
    ...[toRemove("a.txt", "a\n"), toRemove("src/b.txt", "b\n")],
    ...[toWrite("a.txt/inside", "a\n"), toWrite("src", "b\n")],
  );
  expect(changed(opened)).toEqual([
    "D 100644 000000 a.txt",
    "A 000000 100644 a.txt/inside",
    "A 000000 100644 src",
    "D 100644 000000 src/b.txt",
  ]);
  await worktree.reset();
  expect(await statusIn(opened)).toBe("");
});

test("bytes that are not text are committed as they are", async () => {
  const { user, worktree } = await open();
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff, 0x00, 0x0a]);
  const write = toWrite("bytes", bytes);
  await worktree.apply(write);
  expect(await worktree.drift([write])).toEqual([]);
  expect((await worktree.commit("x", [write])).ok).toBe(true);
  expect(user.git("rev-parse", "work:bytes")).toBe(
    user.git("hash-object", "--no-filters", join(worktree.root, "bytes")),
  );
  expect(readFileSync(join(worktree.root, "bytes"))).toEqual(Buffer.from(bytes));
});

test("a command that brings back a removed file is drift, and does not change the commit", async () => {
  const opened = await open();
  const { worktree } = opened;
  const removal = toRemove("src/b.txt", "b\n");
  await worktree.apply(removal);
  mkdirSync(join(worktree.root, "src"));
  put(worktree.root, "src/b.txt", "b\n");
  expect(await worktree.drift([removal])).toEqual(["src/b.txt"]);
  expect((await worktree.commit("x", [removal])).ok).toBe(true);
  expect(changed(opened)).toEqual(["D 100644 000000 src/b.txt"]);
  await worktree.reset();
  expect(await statusIn(opened)).toBe("");
  expect(existsSync(join(worktree.root, "src"))).toBe(false);
});

test("only what was judged is removed: no other bytes, no link, nothing outside", async () => {
  const { user, worktree } = await open();
  put(user.folder, "outside", "gone\n");
  put(worktree.root, "a.txt", "changed\n");
  symlinkSync(join(user.folder, "outside"), join(worktree.root, "link"));
  symlinkSync(user.folder, join(worktree.root, "way"));
  for (const [path, base] of [
    ["a.txt", "a\n"],
    ["none.txt", ""],
    ["none/at/all", "gone\n"],
    ["src", "b\n"],
    ["link", "gone\n"],
    ["way/outside", "gone\n"],
  ] as const) {
    expect(await worktree.apply(toRemove(path, base)), path).toMatchObject({ ok: false });
  }
  expect(readFileSync(join(user.folder, "outside"), "utf8")).toBe("gone\n");
  expect(readFileSync(join(worktree.root, "a.txt"), "utf8")).toBe("changed\n");
});

test("a fast-forwarded checkout loses what was removed, and keeps what is the user's own", async () => {
  const own = { "old/gone.txt": "gone\n", "kept/gone.txt": "gone\n", ".gitignore": "mine\n", "run.sh": SCRIPT };
  const files = { ...own, file: "1\n", "folder/file": "2\n" };
  const { user, repo } = await openUser(throwawayRepo(files));
  user.git("checkout", "--quiet", "-b", "work");
  put(join(user.path, "kept"), "mine", "mine\n");
  const worktree = await openWorktree(user, repo, { branchTip: user.git("rev-parse", "HEAD") });
  const changes = [toRemove("old/gone.txt", "gone\n"), toRemove("kept/gone.txt", "gone\n")];
  const swaps = [
    ...[toRemove("file", "1\n"), toRemove("folder/file", "2\n")],
    ...[toWrite("file/inside", "1\n"), toWrite("folder", "2\n")],
  ];
  const { warnings } = await seal(
    worktree,
    ...changes,
    ...swaps,
    toRemove("run.sh", SCRIPT),
    toWrite("bin/run", SCRIPT, null, true),
  );
  expect(warnings).toEqual([]);
  expect(user.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(user.path, "old"))).toBe(false);
  expect(existsSync(join(user.path, "kept/gone.txt"))).toBe(false);
  expect(readFileSync(join(user.path, "kept/mine"), "utf8")).toBe("mine\n");
  expect(statSync(join(user.path, "bin/run")).mode & 0o111).not.toBe(0);
  expect([user.git("show", "work:file/inside"), user.git("show", "work:folder")]).toEqual(["1", "2"]);
});
