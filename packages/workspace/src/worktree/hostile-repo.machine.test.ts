import { join } from "node:path";
import { type Canary, makeHostile, type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { conversionsAt } from "../git/conversions.ts";
import { open, openUser, openWorktree, seal, toWrite } from "./worktree.fixture.ts";

const foundAt = async (...asked: Parameters<typeof conversionsAt>) => {
  const found = await conversionsAt(...asked);
  if (!found.ok) throw new Error(found.issues[0].message);
  return found.value;
};

const hostile = (user: ThrowawayRepo): Canary => {
  const canary = makeHostile(user);
  onTestFinished(canary.remove);
  return canary;
};

test("nothing that a repo's configuration, hooks or attributes name is ever run", async () => {
  const { user } = await openUser(throwawayRepo({ "README.md": "hello\n", "a.txt": "a\n" }));
  user.git("init", "--quiet", "--bare", join(user.folder, "remote"));
  user.git("remote", "add", "origin", join(user.folder, "remote"));
  user.git("checkout", "--quiet", "-b", "work");
  const tip = user.git("rev-parse", "HEAD");
  const canary = hostile(user);
  user.write("untracked", "x");

  const repo = await open(user);
  expect(await foundAt(repo, tip, ["a.txt", "README.md"])).toEqual([
    { path: "a.txt", why: "passes through the git filter evil, which llmch does not run" },
    { path: "README.md", why: "passes through the git filter a=b, which llmch does not run" },
  ]);
  expect(await repo.changes([])).toEqual({ tracked: [], untracked: ["untracked"] });
  expect((await repo.head()).branch).toBe("work");
  expect(await repo.doneOrders(tip)).toEqual([]);
  expect(await repo.branchCheckout("work")).toMatchObject({ isThisCheckout: true });
  const worktree = await openWorktree(user, repo, { branchTip: tip, excluded: [join(user.path, "untracked")] });
  const { warnings } = await seal(worktree, toWrite("README.md", "bye\n", "hello\n"), toWrite("new", "1"));
  expect(warnings).toEqual([]);
  await worktree.reset();
  expect(await worktree.push()).toEqual({ ok: true, value: { remote: "origin", warning: null } });
  await worktree.remove();

  expect(canary.song()).toBe("");
  expect(user.read("README.md")).toBe("bye\n");
});

test("only programs that the user's own settings name reach a remote", async () => {
  const { user } = await openUser(throwawayRepo());
  const canary = hostile(user);
  const repo = await open(user);
  const worktree = await openWorktree(user, repo);
  await seal(worktree, toWrite("a", "1"));
  const addresses = [
    "ssh://nobody@127.0.0.1:1/x",
    "git://127.0.0.1:1/x",
    `ext::${user.git("config", "core.editor")} %S`,
    "http://user:hunter2@127.0.0.1:1/x",
  ];
  user.git("remote", "add", "origin", "x");
  for (const address of addresses) {
    user.git("config", "remote.origin.url", address);
    const pushed = await worktree.push();
    expect(pushed.ok, address).toBe(false);
    expect(JSON.stringify(pushed)).not.toContain("hunter2");
  }
  expect(canary.song()).toBe("");
});

test.each([
  ["status", ["status"]],
  ["commit", ["commit", "--allow-empty", "--message", "x"]],
  ["ssh", ["push", "ssh://nobody@127.0.0.1:1/x", "HEAD"]],
  ["git", ["push", "git://127.0.0.1:1/x", "HEAD"]],
])("the canary does sing if git is called plainly: %s", async (_name, args) => {
  const { user } = await openUser(throwawayRepo());
  const canary = hostile(user);
  user.git("config", "core.hooksPath", args[0] === "push" ? "/dev/null" : ".git/hooks");
  try {
    user.git(...args);
  } catch {
    // The script's own exit code may make git fail.
  }
  expect(canary.song()).not.toBe("");
});
