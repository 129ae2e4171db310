import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { watchGit } from "./git-watch.ts";
import { openUser, openWorktree, runIn, toWrite } from "./worktree.fixture.ts";

test("what defines the repo is watched, by name, until it is as it was", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const at = (name: string) => join(user.path, ".git", name);
  const watch = watchGit(repo);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const acts: readonly [name: string, act: () => void][] = [
    [".git/config", () => user.git("config", "core.editor", "evil")],
    [".git/hooks/pre-commit", () => put("hooks/pre-commit", "#!/bin/sh\n")],
    [".git/hooks/pre-commit", () => chmodSync(at("hooks/pre-commit"), 0o755)],
    [".git/HEAD", () => user.git("symbolic-ref", "HEAD", "refs/heads/theirs")],
    ["refs/heads/theirs", () => user.git("branch", "theirs", "main")],
    ["refs/tags/v1", () => user.git("tag", "v1", "main")],
    ["refs/stash", () => user.git("update-ref", "refs/stash", "main")],
    [".git/info/attributes", () => put("info/attributes", "* text\n")],
  ];
  for (const [name, act] of acts) {
    act();
    expect(watch.changes(), name).toEqual([name]);
    watch.accept();
    expect(watch.changes()).toEqual([]);
  }
  user.git("pack-refs", "--all");
  user.git("update-ref", "refs/remotes/origin/main", "main");
  put("refs/heads/busy.lock", "");
  expect(watch.changes()).toEqual([]);
  user.git("branch", "-D", "main");
  user.git("update-ref", "refs/heads/theirs", user.git("commit-tree", "-m", "x", "theirs^{tree}"));
  rmSync(at("hooks"), { recursive: true });
  expect(watch.changes()).toEqual([".git/hooks/pre-commit", "refs/heads/main", "refs/heads/theirs"]);
});

test("a branch that llmch moves counts as accepted, while it moves and where it ends up, but nowhere else", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const watch = watchGit(repo);
  const moved = repo.moves.begin("refs/heads/work");
  user.git("branch", "work", "main");
  expect(watch.changes()).toEqual([]);
  moved(user.git("rev-parse", "work"));
  expect(watch.changes()).toEqual([]);
  user.git("update-ref", "refs/heads/work", user.git("commit-tree", "-m", "x", "work^{tree}"));
  expect(watch.changes()).toEqual(["refs/heads/work"]);
  repo.moves.begin("refs/heads/work")(null);
  expect(watch.changes()).toEqual(["refs/heads/work"]);
});

test("a linked checkout's HEAD is its own", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const common = join(user.path, ".git");
  user.git("worktree", "add", "--quiet", "--detach", join(user.folder, "linked"));
  const watch = watchGit({ ...repo, gitDir: join(common, "worktrees/linked"), commonDir: common });
  writeFileSync(join(common, "worktrees/linked/HEAD"), "ref: refs/heads/main\n");
  expect(watch.changes()).toEqual([".git/worktrees/linked/HEAD"]);
});

test("changes by commands in the repo are drift, and reported; llmch's own are not", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  const write = toWrite("a", "1");
  await worktree.apply(write);
  await runIn(worktree, user, "git", "config", "alias.x", "!evil");
  await worktree.reset();
  await worktree.apply(write);
  await runIn(worktree, user, "git", "branch", "theirs");
  expect(await worktree.drift([write])).toEqual([".git/config", "refs/heads/theirs"]);
  const warning = "the repo itself was changed while commands ran: .git/config, refs/heads/theirs";
  expect(await worktree.commit("x", [write])).toMatchObject({ ok: true, value: { warnings: [warning] } });
  expect(worktree.changedRepo()).toBeNull();
  expect(await worktree.drift([])).toEqual([]);
  expect(user.git("diff", "--name-only", "main", "work")).toBe("a");
  await runIn(worktree, user, "git", "tag", "v1");
  expect(worktree.changedRepo()).toBe("the repo itself was changed while commands ran: refs/tags/v1");
});
