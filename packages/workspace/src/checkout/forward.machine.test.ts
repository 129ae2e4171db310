import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type Call, killing } from "../kill.fixture.ts";
import { clearStaleGitLocks } from "../recovery/stale-locks.ts";
import { open, openUser, openWorktree, seal, toWrite, type UserRepo } from "../worktree/worktree.fixture.ts";
import { finishForward, prepareForward } from "./forward.ts";
import { interruptedForward, recordForward } from "./forward-record.ts";

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

type User = Awaited<ReturnType<typeof beforeForward>>["user"];

const lockOf = (user: UserRepo): string => join(user.path, ".git/index.lock");

/** A run that was killed after its branch had moved; the caller decides which files were done by then. */
const killed = async () => {
  const { user, repo, forward } = await beforeForward();
  recordForward(repo, forward);
  user.git("update-ref", "refs/heads/work", forward.commit);
  return { user, repo, forward };
};

test.each<[string, (user: User) => void]>([
  ["nothing", () => {}],
  ["a file", (user) => user.write("a.txt", "two\n")],
  ["a removal", (user) => rmSync(join(user.path, "old"), { recursive: true })],
  ["half of a file", (user) => user.write("a.txt", "")],
  [
    "all but the index",
    (user) => {
      user.write("a.txt", "two\n");
      user.write("new/deep/c.txt", "c\n");
      rmSync(join(user.path, "old"), { recursive: true });
    },
  ],
  ["everything", (user) => user.git("reset", "--quiet", "--hard")],
])("after a kill that came once git had done %s, the rest follows, however often it is asked for", async (_, act) => {
  const { user, repo, forward } = await killed();
  act(user);
  expect(interruptedForward(repo)).toEqual(forward);
  for (let count = 0; count < 2; count++) expect(await finishForward(repo, forward)).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("");
  expect([user.read("a.txt"), user.read("new/deep/c.txt")]).toEqual(["two\n", "c\n"]);
  expect(user.has("old")).toBe(false);
  expect(interruptedForward(repo)).toBeNull();
});

test.each([
  ["a changed file", "a.txt", "mine\n"],
  ["a new one in the way", "new/deep/c.txt", "mine\n"],
  ["a changed one that is to go", "old/gone.txt", "mine\n"],
])("bytes that the user wrote after the crash stay, until they are moved away: %s", async (_, path, content) => {
  const { user, repo, forward } = await killed();
  user.write(path, content);
  const told = await finishForward(repo, forward);
  expect(told).toContain(path);
  expect(user.read(path)).toBe(content);
  expect(interruptedForward(repo)).toEqual(forward);
  const restore = /`(git restore [^`]*) <path>`/.exec(told ?? "")?.[1] ?? "";
  execFileSync("sh", ["-c", `${restore} ${path}`], { cwd: user.path });
  expect(await finishForward(repo, forward)).toBeNull();
  expect([user.git("status", "--porcelain"), interruptedForward(repo)]).toEqual(["", null]);
});

test("a file that an editor had just emptied, to save it anew, is not taken for one that git had begun", async () => {
  const { user, repo, forward } = await killed();
  const opened = openSync(join(user.path, "a.txt"), "w");
  const shown = repo.git.run;
  repo.git.run = async (args, options) => {
    const result = await shown(args, options);
    if (args[0] === "hash-object") writeSync(opened, "mine\n");
    return result;
  };
  expect(await finishForward(repo, forward)).toContain("a.txt");
  repo.git.run = shown;
  closeSync(opened);
  expect(user.read("a.txt")).toBe("mine\n");
});

test("work that the user has staged since is no part of the rest", async () => {
  const { user, repo, forward } = await killed();
  user.write("mine.txt", "mine\n");
  user.git("add", "mine.txt");
  expect(await finishForward(repo, forward)).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("A  mine.txt");
});

test("a fast-forward whose branch has not moved, or has moved on, is forgotten", async () => {
  const { user, repo, forward } = await killed();
  user.git("update-ref", "refs/heads/work", forward.from);
  expect(await finishForward(repo, forward)).toBeNull();
  expect(interruptedForward(repo)).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("");
  expect(user.read("a.txt")).toBe("one\n");
});

test("a record that a kill cut short says nothing, and goes", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.write(".git/llmch-forward", "1234");
  expect(interruptedForward(repo)).toBeNull();
  expect(user.has(".git/llmch-forward")).toBe(false);
});

const CALLS: readonly Call[] = (["unlink", "write", "rename", "mkdir", "rmdir"] as const).flatMap((name) =>
  [1, 2, 3].map((count) => ({ name, count })),
);

test("git killed at any changing call: the next look completes it, lock and all", { tags: "strace" }, async () => {
  let kills = 0;
  for (const call of CALLS) {
    const { user, repo, forward } = await killed();
    const since = new Date().toISOString();
    const git = ["git", "-C", user.path, "read-tree", "-m", "-u", forward.from, forward.commit];
    const { status } = spawnSync("strace", ["-f", "-o", join(user.folder, "trace"), ...killing(call), ...git]);
    if (status !== 0) kills += 1;
    expect((await clearStaleGitLocks(repo, { branch: "work", since })).left).toEqual([]);
    expect(await finishForward(repo, forward)).toBeNull();
    expect([user.git("status", "--porcelain"), user.read("a.txt"), user.has("old")], JSON.stringify(call)).toEqual([
      "",
      "two\n",
      false,
    ]);
    expect(existsSync(lockOf(user))).toBe(false);
  }
  expect(kills).toBeGreaterThan(5);
});

test("preparing changes nothing of the user's, and can be abandoned", async () => {
  const { user, repo, forward } = await beforeForward();
  const index = readFileSync(join(user.path, ".git/index"));
  const prepared = await prepareForward(repo, forward, []);
  expect(prepared.ok).toBe(true);
  expect(interruptedForward(repo)).toEqual(forward);
  expect(readFileSync(join(user.path, ".git/index"))).toEqual(index);
  expect(user.git("status", "--porcelain")).toBe("");
  if (prepared.ok) prepared.value.abandon();
  expect(interruptedForward(repo)).toBeNull();
});

/** Moves the branch after something that the user does in between. */
const finishAfter = async (act: (user: User) => void) => {
  const { user, repo, forward } = await beforeForward();
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  act(user);
  return { user, forward, told: prepared.ok ? await prepared.value.finish() : prepared.issues[0] };
};

test.each([
  ["a tracked file", "a.txt"],
  ["one that is to go", "old/gone.txt"],
  ["a new file", "new/deep/c.txt"],
  ["a file where a folder is needed", "new"],
  ["a new file that is ignored", "new/deep/c.txt", "new/"],
  ["an ignored file where a folder is needed", "new", "new"],
])("what the user saves before git looks stays, and the whole checkout with it: %s", async (_, path, ignored = "") => {
  const { user, forward, told } = await finishAfter((each) => {
    each.write(".git/info/exclude", ignored);
    each.write(path, "mine, and longer\n");
  });
  expect(told).toContain(path);
  expect(user.read(path)).toBe("mine, and longer\n");
  user.git("reset", "--soft", forward.from);
  expect(user.git("status", "--porcelain", "--ignored")).toMatch(/^(?: M|\?\?|!!) \S+$/);
});

test("a git that fails half-way is asked once more for the rest", async () => {
  const { user, repo, forward } = await beforeForward();
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  const shown = repo.git.run;
  let fails = true;
  repo.git.run = async (args, options) => {
    if (!fails || !args.includes("-u")) return shown(args, options);
    fails = false;
    user.write("a.txt", "");
    user.write("new/deep/c.txt", "c\n");
    return shown(["read-tree", "no such tree"], options);
  };
  expect([prepared.ok && (await prepared.value.finish()), fails]).toEqual([null, false]);
  repo.git.run = shown;
  expect([user.git("status", "--porcelain"), user.read("a.txt")]).toEqual(["", "two\n"]);
});

test("a file that only looks changed is no obstacle", async () => {
  const { user, told } = await finishAfter(({ path }) => utimesSync(join(path, "a.txt"), 1, 1));
  expect([told, user.read("a.txt")]).toEqual([null, "two\n"]);
});

test.each([
  ["--skip-worktree", "a.txt"],
  ["--assume-unchanged", "a.txt"],
  ["--skip-worktree", "old/gone.txt"],
  ["--assume-unchanged", "old/gone.txt"],
])("a change that a flag hides from git's status is still the user's: %s, %s", async (flag, path) => {
  const { user, told } = await finishAfter((each) => {
    each.git("update-index", flag, path);
    each.write(path, "mine, and longer\n");
  });
  expect(told).toContain(path);
  expect(user.read(path)).toBe("mine, and longer\n");
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
  rmSync(lockOf(user));
  const half = interruptedForward(repo);
  expect(half === null ? "it was forgotten" : await finishForward(repo, half)).toBeNull();
  expect([user.git("status", "--porcelain"), user.read("a")]).toEqual(["", "1"]);
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

const KINDS: readonly (readonly [string, (user: User) => void])[] = [
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

test.each([
  ["an ignored file", "a/ignored"],
  ["an ignored file deeper down", "a/sub/ignored"],
  ["an untracked file", "a/mine"],
])("a folder with anything of the user's makes no room for a file: %s", async (_, path) => {
  const { user, repo, forward } = await beforeFile();
  user.write(path, "mine\n");
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  expect(prepared.ok && (await prepared.value.finish())).toBe(`${path} is in the way`);
  expect([user.read(path), user.read("a/sub/b")]).toEqual(["mine\n", "b\n"]);
  rmSync(join(user.path, path));
  expect(await finishForward(repo, forward)).toBeNull();
  expect([user.read("a"), user.git("status", "--porcelain")]).toEqual(["a file\n", ""]);
});
