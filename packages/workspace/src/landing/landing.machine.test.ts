import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser, openWorktree, toWrite } from "../worktree/worktree.fixture.ts";
import { openLanding } from "./landing.ts";

const opened = async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const baseline = user.git("rev-parse", "HEAD");
  const signal = new AbortController().signal;
  const landing = openLanding(repo, { branch: "work", baseline, branchTip: null, excluded: [], signal });
  const sealedIn = async (...names: readonly string[]) => {
    const worktree = await openWorktree(user, repo);
    const changes = names.map((name) => toWrite(name, `${name}\n`));
    for (const change of changes) await worktree.apply(change);
    const sealed = await worktree.seal(changes);
    if (!sealed.ok) throw new Error(sealed.issues[0]);
    return { worktree, changes, ...sealed.value };
  };
  return { user, baseline, landing, sealedIn };
};

test("two trees from one base do not both land: the later one is stale, and the branch keeps the first", async () => {
  const { user, baseline, landing, sealedIn } = await opened();
  const [one, two] = [await sealedIn("one"), await sealedIn("two")];
  const landed = await landing.land(one, "One");
  expect(landed).toEqual({ kind: "landed", commit: user.git("rev-parse", "work"), tree: one.tree, warnings: [] });
  expect(await landing.land(two, "Two")).toEqual({ kind: "stale", reason: expect.stringContaining(baseline) });
  expect(user.git("log", "--format=%s", "work").split("\n")[0]).toBe("One");
  expect(landing.tip()).toBe(user.git("rev-parse", "work"));
});

test("a branch that somebody else moved stays as they left it, and the commit can be kept", async () => {
  const { user, baseline, landing, sealedIn } = await opened();
  const made = await sealedIn("one");
  user.git("branch", "work", baseline);
  const landed = await landing.land(made, "One");
  expect(landed).toEqual({ kind: "stale", reason: expect.stringContaining("keep it with `git branch <name> ") });
  expect(user.git("rev-parse", "work")).toBe(baseline);
});

test("a branch that became another name for main never moves main", async () => {
  const { user, baseline, landing, sealedIn } = await opened();
  const made = await sealedIn("one");
  user.git("symbolic-ref", "refs/heads/work", "refs/heads/main");
  expect((await landing.land(made, "One")).kind).toBe("stale");
  expect(user.git("rev-parse", "main")).toBe(baseline);
});

test("another worktree that was put on the branch meanwhile is told how to come forward", async () => {
  const { user, landing, sealedIn } = await opened();
  await landing.land(await sealedIn("one"), "One");
  const path = join(user.folder, "beside");
  user.git("worktree", "add", "--quiet", path, "work");
  const second = await sealedIn("two");
  const landed = await landing.land({ ...second, base: landing.tip() }, "Two");
  const warning = landed.kind === "landed" ? (landed.warnings[0] ?? "") : "";
  expect(warning).toContain("which stayed behind");
  expect(user.git("-C", path, "status", "--porcelain")).not.toBe("");
  execFileSync("sh", ["-c", /`(.*)`/.exec(warning)?.[1] ?? ""]);
  expect(user.git("-C", path, "status", "--porcelain")).toBe("");
});

test("a commit stands though nobody can tell which other worktrees there are", async () => {
  const { user, landing, sealedIn } = await opened();
  await landing.land(await sealedIn("one"), "One");
  const second = await sealedIn("two");
  const records = join(user.path, ".git/worktrees");
  renameSync(records, join(user.folder, "records"));
  writeFileSync(records, "");
  const landed = await landing.land({ ...second, base: landing.tip() }, "Two");
  expect(landed).toMatchObject({
    kind: "landed",
    warnings: [expect.stringContaining("nobody can tell whether work is")],
  });
  rmSync(records);
  renameSync(join(user.folder, "records"), records);
});

test("a tree that is not an object fails, and creates no branch", async () => {
  const { user, baseline, landing } = await opened();
  const landed = await landing.land({ base: baseline, tree: "1".repeat(40) }, "One");
  expect(landed).toEqual({ kind: "failed", reason: expect.stringContaining("git could not commit") });
  expect(user.git("branch", "--list", "work")).toBe("");
});

test("a tree that a clean-up has removed fails, and the reason names that clean-up", async () => {
  const { user, landing, sealedIn } = await opened();
  const made = await sealedIn("one");
  rmSync(join(user.path, ".git/objects", made.tree.slice(0, 2), made.tree.slice(2)));
  const landed = await landing.land(made, "One");
  expect(landed).toEqual({ kind: "failed", reason: expect.stringContaining("run no `git gc --prune=now`") });
  expect(user.git("branch", "--list", "work")).toBe("");
});

test("a tree that was sealed and never landed is rolled back like anything else; another commit can be shown", async () => {
  const { user, baseline, landing, sealedIn } = await opened();
  const made = await sealedIn("one");
  await made.worktree.reset();
  expect(await made.worktree.presentFiles()).not.toContain("one");
  const again = await sealedIn("one");
  const landed = await landing.land(again, "One");
  await made.worktree.moveTo(user.git("rev-parse", "work"));
  expect(landed.kind).toBe("landed");
  expect(await made.worktree.presentFiles()).toContain("one");
  expect(made.worktree.baseline()).not.toBe(baseline);
});

test.each([
  ["logs/HEAD", "logs/HEAD"],
  ["logs/refs/heads/work", "logs/refs/heads/work"],
  ["logs/refs/heads", "logs/refs/heads/work"],
  ["logs/refs", "logs/refs/heads/work"],
  ["logs", "logs/HEAD"],
])("git writes no reflog through a link: %s", async (link, log) => {
  const { user, landing, sealedIn } = await opened();
  const one = await sealedIn("one");
  const [file, outside] = [join(user.path, ".git", log), join(user.folder, "outside")];
  const place = join(user.path, ".git", link);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  if (link === log) writeFileSync(outside, "mine\n");
  else mkdirSync(join(outside, relative(link, dirname(log))), { recursive: true });
  symlinkSync(outside, place);
  if (link !== log) writeFileSync(file, "mine\n");
  expect(await landing.land(one, "One")).toEqual({
    kind: "failed",
    reason: expect.stringContaining(`${link} is a link`),
  });
  expect(readFileSync(file, "utf8")).toBe("mine\n");
  expect(user.git("for-each-ref", "refs/heads/work")).toBe("");
});
