import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser, openWorktree, seal, toWrite } from "./worktree.fixture.ts";

/** A user whose checkout is on the branch that the orders go to. */
const standingOnWork = async (excluded: (path: string) => readonly string[] = () => []) => {
  const { user, repo } = await openUser(throwawayRepo({ "README.md": "hello\n", ".gitignore": "secret\nout/\n" }));
  user.git("checkout", "--quiet", "-b", "work");
  const branchTip = user.git("rev-parse", "HEAD");
  const worktree = await openWorktree(user, repo, { branchTip, excluded: excluded(user.path) });
  return { user, worktree, start: branchTip };
};

test("a clean checkout of the branch is fast-forwarded, order after order", async () => {
  const { user, worktree } = await standingOnWork();
  const first = await seal(worktree, toWrite("a", "1"), toWrite("README.md", "bye\n", "hello\n"));
  const second = await seal(worktree, toWrite("a", "2", "1"));
  expect([first.warnings, second.warnings]).toEqual([[], []]);
  expect(user.git("rev-parse", "HEAD")).toBe(second.commit);
  expect(user.git("status", "--porcelain")).toBe("");
  expect([user.read("a"), user.read("README.md")]).toEqual(["2", "bye\n"]);
});

test("excluded paths are not dirt", async () => {
  const { user, worktree } = await standingOnWork((path) => [`${path}/runs`, `${path}/wo/WO-01.json`]);
  user.write("runs/x/run.json", "{}");
  user.write("wo/WO-01.json", "{}");
  expect((await seal(worktree, toWrite("a", "1"))).warnings).toEqual([]);
  expect(user.read("a")).toBe("1");
});

test("a checkout that became dirty stays as it is, and the warning's commands fast-forward it", async () => {
  const { user, worktree, start } = await standingOnWork();
  user.write("README.md", "mine\n");
  await seal(worktree, toWrite("a", "0"));
  const { commit, warnings } = await seal(worktree, toWrite("a", "1", "0"));
  expect(warnings).toEqual([expect.stringContaining("it has changes: ")]);
  expect(user.git("rev-parse", "work")).toBe(commit);
  expect([user.read("README.md"), user.has("a")]).toEqual(["mine\n", false]);

  expect(warnings[0]).toContain(`git reset --soft ${start.slice(0, 10)}`);
  user.git("reset", "--soft", start.slice(0, 10));
  expect(user.git("status", "--porcelain")).toBe(" M README.md");
  user.git("merge", "--quiet", "--ff-only", commit.slice(0, 10));
  expect([user.read("README.md"), user.read("a"), user.git("rev-parse", "HEAD")]).toEqual(["mine\n", "1", commit]);
});

test("an ignored file of the user's is never overwritten", async () => {
  const { user, worktree } = await standingOnWork();
  user.write("secret", "mine\n");
  const { commit, warnings } = await seal(worktree, toWrite("secret", "theirs\n"));
  expect(warnings).toEqual([expect.stringContaining("secret")]);
  expect(user.read("secret")).toBe("mine\n");
  expect(user.git("rev-parse", "work")).toBe(commit);
});

test("a branch that somebody else moved keeps its commit, even if the user's checkout is on it", async () => {
  const { user, worktree } = await standingOnWork();
  user.write("theirs", "x");
  const theirs = user.commit();
  const write = toWrite("a", "1");
  await worktree.apply(write);
  const sealed = await worktree.commit("x", [write]);
  expect(sealed).toMatchObject({ ok: false, issues: [expect.stringContaining("moved meanwhile")] });
  expect(user.git("rev-parse", "work")).toBe(theirs);
  expect(user.git("status", "--porcelain")).toBe("");
});
