import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { newOwnedName } from "@llmch/files";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { sweepAbandonedWorktrees } from "../recovery/sweep.ts";
import { open, openUser, openWorktree, seal, toWrite, type UserRepo } from "../worktree/worktree.fixture.ts";
import { finishForward, prepareForward } from "./forward.ts";
import { interruptedForward } from "./index-lock.ts";

const FILES = {
  "a.txt": "one\n",
  "b.txt": "b\n",
  "src/keep": "k\n",
  "old/gone.txt": "gone\n",
  ".gitignore": "ignored\n",
};

/** A user whose checkout is on `work`, and the commit to fast-forward to. */
const beforeForward = async (files: Readonly<Record<string, string>> = FILES) => {
  const { user, repo } = await openUser(throwawayRepo(files));
  const from = user.git("rev-parse", "HEAD");
  user.write("a.txt", "two\n");
  user.write("new/deep/c.txt", "c\n");
  user.git("rm", "--quiet", "old/gone.txt");
  const commit = user.commit("next");
  user.git("checkout", "--quiet", "-b", "work", from);
  return { user, repo, forward: { branch: "work", from, commit } };
};

const lockOf = (user: UserRepo): string => join(user.path, ".git/index.lock");
const dead = (): string => newOwnedName().replace(/-\d+-\d+-/, "-4194303-7-");

/** A run that was killed after its branch had moved; the caller decides which files were done by then. */
const killed = async () => {
  const { user, repo, forward } = await beforeForward();
  user.git("update-ref", "refs/heads/work", forward.commit);
  writeFileSync(lockOf(user), `${JSON.stringify({ llmch: dead(), ...forward })}\n`);
  return { user, repo, forward };
};

test("the rest of a fast-forward is completed, however often it is asked for", async () => {
  const { user, repo, forward } = await killed();
  user.write("a.txt", "two\n");
  expect(interruptedForward(repo)).toEqual(forward);
  for (let count = 0; count < 2; count++) expect(await finishForward(repo, forward)).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("");
  expect([user.read("a.txt"), user.read("new/deep/c.txt")]).toEqual(["two\n", "c\n"]);
  expect(user.has("old")).toBe(false);
  expect(interruptedForward(repo)).toBeNull();
  expect(existsSync(lockOf(user))).toBe(false);
});

test.each([
  ["a changed file", "a.txt", "mine\n"],
  ["a new one in the way", "new/deep/c.txt", "mine\n"],
  ["a changed one that is to go", "old/gone.txt", "mine\n"],
])("bytes that the user wrote after the crash stay: %s", async (_, path, content) => {
  const { user, repo, forward } = await killed();
  user.write(path, content);
  expect(await finishForward(repo, forward)).toContain(path);
  expect(user.read(path)).toBe(content);
  expect(existsSync(lockOf(user))).toBe(false);
});

test("a fast-forward whose branch has not moved, or has moved on, is forgotten", async () => {
  const { user, repo, forward } = await killed();
  user.git("update-ref", "refs/heads/work", forward.from);
  expect(await finishForward(repo, forward)).toBeNull();
  expect(interruptedForward(repo)).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("");
  expect(user.read("a.txt")).toBe("one\n");
});

test("preparing changes nothing of the user's, keeps other gits out, and can be abandoned", async () => {
  const { user, repo, forward } = await beforeForward();
  const index = readFileSync(join(user.path, ".git/index"));
  const prepared = await prepareForward(repo, forward, []);
  expect(prepared.ok).toBe(true);
  expect(() => user.git("add", "--all")).toThrow(/index\.lock/);
  expect(interruptedForward(repo)).toBeNull();
  const second = await prepareForward(repo, forward, []);
  expect(second).toMatchObject({ ok: false, issues: [expect.stringContaining("index is locked")] });
  expect(readFileSync(join(user.path, ".git/index"))).toEqual(index);
  expect(user.git("status", "--porcelain")).toBe("");
  if (prepared.ok) prepared.value.abandon();
  expect(existsSync(lockOf(user))).toBe(false);
});

test("what the user does between the check and the rename stays, and is reported", async () => {
  const { user, repo, forward } = await beforeForward();
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  user.write("a.txt", "mine\n");
  expect(prepared.ok && (await prepared.value.finish())).toContain("a.txt (it was changed meanwhile)");
  expect(user.read("a.txt")).toBe("mine\n");
  expect(user.git("status", "--porcelain")).toBe(" M a.txt");
});

test.each([
  ["--skip-worktree", "a.txt"],
  ["--assume-unchanged", "a.txt"],
  ["--skip-worktree", "old/gone.txt"],
  ["--assume-unchanged", "old/gone.txt"],
])("a change that a flag hides from git's status is still the user's: %s, %s", async (flag, path) => {
  const { user, repo, forward } = await beforeForward();
  user.git("update-index", flag, path);
  user.write(path, "mine\n");
  expect(user.git("status", "--porcelain")).toBe("");
  const prepared = await prepareForward(repo, forward, []);
  expect(prepared).toMatchObject({ ok: false, issues: [expect.stringContaining(path)] });
  expect(user.read(path)).toBe("mine\n");
  // Git says the same only if the size has changed: of a flagged file it checks only size, seconds and inode.
  user.write(path, "mine, and longer\n");
  expect(() => user.git("merge", "--ff-only", forward.commit)).toThrow(/would be overwritten|not uptodate/);
});

test("what the user saves while git checks and makes the files stays", async () => {
  const { user, repo, forward } = await beforeForward();
  const shown = repo.git.run;
  // The status is known, and nothing else has been checked yet.
  const git: typeof repo.git = {
    ...repo.git,
    run: async (args, options) => {
      const result = await shown(args, options);
      if (args[0] === "status") user.write("a.txt", "mine\n");
      return result;
    },
  };
  expect(await prepareForward({ ...repo, git }, forward, [])).toEqual({
    ok: false,
    issues: ["a.txt is not as git has it"],
  });
  expect(user.read("a.txt")).toBe("mine\n");
});

test("an editor that had a file open saves to the old file, and finds it in its place", async () => {
  const { user, repo, forward } = await beforeForward();
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  const opened = [openSync(join(user.path, "a.txt"), "r+"), openSync(join(user.path, "old/gone.txt"), "r+")];
  const shown = repo.git.run;
  const saving: typeof shown = async (args, options) => {
    for (const file of opened) if (args[0] === "update-index") writeSync(file, "mine\n");
    return shown(args, options);
  };
  repo.git.run = saving;
  const told = prepared.ok && (await prepared.value.finish());
  repo.git.run = shown;
  for (const file of opened) closeSync(file);
  expect(told).toContain("a.txt (it was changed meanwhile)");
  expect(told).toContain("old/gone.txt (it was changed meanwhile)");
  expect([user.read("a.txt"), user.read("old/gone.txt")]).toEqual(["mine\n", "mine\n"]);
  expect(user.read("new/deep/c.txt")).toBe("c\n");
  expect(user.git("status", "--porcelain")).toBe(" M a.txt\n?? old/");
});

test("files that a killed run had moved aside are put back first", async () => {
  const { user, repo, forward } = await killed();
  const aside = join(user.path, ".git", dead(), "replaced");
  mkdirSync(join(aside, "old"), { recursive: true });
  // One is the user's, saved just as it was moved; the other is as the index has it.
  writeFileSync(join(aside, "a.txt"), "mine\n");
  renameSync(join(user.path, "old/gone.txt"), join(aside, "old/gone.txt"));
  rmSync(join(user.path, "a.txt"));
  await sweepAbandonedWorktrees(repo);
  expect(existsSync(aside)).toBe(true);
  expect(await finishForward(repo, forward)).toContain("a.txt");
  expect([user.read("a.txt"), user.read("old/gone.txt")]).toEqual(["mine\n", "gone\n"]);
  user.write("a.txt", "one\n");
  user.git("update-ref", "refs/heads/work", forward.commit);
  expect(await finishForward(repo, forward)).toBeNull();
  await sweepAbandonedWorktrees(repo);
  expect(existsSync(aside)).toBe(false);
  expect(user.git("status", "--porcelain")).toBe("");
});

test("another git's index lock stays, and the checkout is left behind", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.git("checkout", "--quiet", "-b", "work");
  const worktree = await openWorktree(user, repo, { branchTip: user.git("rev-parse", "HEAD") });
  writeFileSync(lockOf(user), "");
  const { commit, warnings } = await seal(worktree, toWrite("a", "1"));
  expect(warnings).toEqual([expect.stringContaining("index.lock")]);
  expect(user.git("rev-parse", "work")).toBe(commit);
  expect([existsSync(lockOf(user)), user.has("a")]).toEqual([true, false]);
});

test("the checkout gets the bytes that git would give it, by the new commit's attributes", async () => {
  const { user, repo } = await openUser(throwawayRepo({ ".gitattributes": "*.txt text eol=crlf\n", "old.txt": "o\n" }));
  user.git("checkout", "--quiet", "-b", "work");
  const worktree = await openWorktree(user, repo, { branchTip: user.git("rev-parse", "HEAD") });
  const attributes = "*.txt text eol=crlf\n*.md text eol=crlf\n";
  const base = "*.txt text eol=crlf\n";
  const writes = [toWrite(".gitattributes", attributes, base), toWrite("a.txt", "x\ny\n"), toWrite("z.md", "x\ny\n")];
  expect((await seal(worktree, ...writes)).warnings).toEqual([]);
  expect([user.read("a.txt"), user.read("z.md")]).toEqual(["x\r\ny\r\n", "x\r\ny\r\n"]);
  expect(user.git("status", "--porcelain")).toBe("");
});

test("a linked worktree with a sparse checkout is fast-forwarded, and shows no more than before", async () => {
  const { user, repo: first } = await openUser(throwawayRepo({ "src/a": "a\n", "docs/b": "b\n" }));
  const path = join(user.folder, "linked");
  user.git("worktree", "add", "--quiet", "-b", "work", path);
  user.git("-C", path, "sparse-checkout", "set", "src");
  const repo = await open({ ...user, path });
  expect(repo.commonDir).toBe(first.commonDir);
  const worktree = await openWorktree(user, repo, { branchTip: user.git("rev-parse", "HEAD") });
  const writes = [toWrite("src/a", "2\n", "a\n"), toWrite("docs/b", "2\n", "b\n"), toWrite("other/c", "3\n")];
  const { commit, warnings } = await seal(worktree, ...writes);
  expect(warnings).toEqual([]);
  expect(user.git("-C", path, "rev-parse", "HEAD")).toBe(commit);
  expect(user.git("-C", path, "status", "--porcelain")).toBe("");
  expect(readFileSync(join(path, "src/a"), "utf8")).toBe("2\n");
  expect([existsSync(join(path, "docs")), existsSync(join(path, "other"))]).toEqual([false, false]);
});

test("a checkout on another disk than its git directory is fast-forwarded", { tags: "second-disk" }, async () => {
  const { user, forward } = await beforeForward();
  const other = mkdtempSync(join("/dev/shm", "llmch-test-"));
  onTestFinished(() => rmSync(other, { recursive: true }));
  cpSync(join(user.path, ".git"), join(other, "git"), { recursive: true });
  rmSync(join(user.path, ".git"), { recursive: true });
  user.write(".git", `gitdir: ${join(other, "git")}\n`);
  const repo = await open(user);
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  expect(prepared.ok ? await prepared.value.finish() : prepared.issues).toBeNull();
  expect([user.git("status", "--porcelain"), user.read("a.txt")]).toEqual(["", "two\n"]);
  expect(readdirSync(user.path).sort()).toEqual([".git", ".gitignore", "a.txt", "b.txt", "new", "src"]);
});

const KINDS: readonly (readonly [string, (user: Awaited<ReturnType<typeof beforeForward>>["user"]) => void])[] = [
  [
    "a split index with a cache, and autocrlf",
    ({ git }) => {
      git("update-index", "--split-index", "--force-untracked-cache");
      git("config", "core.autocrlf", "true");
    },
  ],
  ["a sparse index", ({ git }) => void git("sparse-checkout", "set", "--cone", "--sparse-index", "src")],
  [
    "attributes, one with a filter that is set",
    (user) => {
      user.git("config", "filter.loud.smudge", "touch canary; cat");
      user.write(".git/info/attributes", "* filter=loud\na.txt ident\nnew/** working-tree-encoding=UTF-16\n");
    },
  ],
];

test.each(KINDS)("any checkout is fast-forwarded as git would do it: %s", async (_, prepareUser) => {
  const { user, repo, forward } = await beforeForward();
  prepareUser(user);
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  expect(prepared.ok ? await prepared.value.finish() : prepared.issues).toBeNull();
  const bytes = () => ["a.txt", "new/deep/c.txt"].map((path) => (user.has(path) ? user.read(path) : null));
  const ours = bytes();
  expect(user.git("status", "--porcelain")).toBe("");
  expect(user.has("canary")).toBe(false);
  for (const path of ["a.txt", "new"]) rmSync(join(user.path, path), { recursive: true, force: true });
  user.git("checkout", "--", ".");
  expect(ours).toEqual(bytes());
});

/** A file replaces a folder. */
const beforeFile = async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a/sub/b": "b\n", ".gitignore": "ignored\n" }));
  const from = user.git("rev-parse", "HEAD");
  user.git("rm", "--quiet", "a/sub/b");
  user.write("a", "a file\n");
  const forward = { branch: "work", from, commit: user.commit("next") };
  user.git("checkout", "--quiet", "-b", "work", from);
  return { user, repo, forward };
};

test("folders that a killed run has emptied make room for a file", async () => {
  const { user, repo, forward } = await beforeFile();
  user.git("update-ref", "refs/heads/work", forward.commit);
  rmSync(join(user.path, "a/sub/b"));
  expect(await finishForward(repo, forward)).toBeNull();
  expect([user.read("a"), user.git("status", "--porcelain")]).toEqual(["a file\n", ""]);
});

test("a folder with anything of the user's makes no room for a file", async () => {
  const { user, repo, forward } = await beforeFile();
  user.write("a/ignored", "mine\n");
  expect(await prepareForward(repo, forward, [])).toEqual({ ok: false, issues: ["a/ignored is in the way"] });
  expect([user.read("a/ignored"), user.read("a/sub/b")]).toEqual(["mine\n", "b\n"]);
  rmSync(join(user.path, "a/ignored"));
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  expect(prepared.ok && (await prepared.value.finish())).toBeNull();
  expect([user.read("a"), user.git("status", "--porcelain")]).toEqual(["a file\n", ""]);
});
