import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser } from "../worktree/worktree.fixture.ts";
import { standsOn } from "./head.ts";

type Arrange = (user: ThrowawayRepo) => void;

const symbolic =
  (...refs: readonly (readonly [name: string, target: string])[]): Arrange =>
  (user) => {
    for (const [name, target] of refs) user.git("symbolic-ref", name, target);
  };

const write =
  (ref: string, text: string): Arrange =>
  (user) =>
    writeFileSync(join(user.path, ".git", ref), text);

const link =
  (ref: string, target: string): Arrange =>
  (user) => {
    rmSync(join(user.path, ".git", ref), { force: true });
    symlinkSync(target, join(user.path, ".git", ref));
  };

test.each<[what: string, arrange: Arrange, aliases: readonly string[]]>([
  ["has none", symbolic(["refs/heads/other", "refs/heads/worker"]), []],
  ["is main's target", symbolic(["refs/heads/main", "refs/heads/work"]), ["main"]],
  [
    "is reached by way of another name",
    symbolic(["refs/heads/a/b", "refs/heads/c"], ["refs/heads/c", "refs/heads/work"]),
    ["a/b", "c"],
  ],
  [
    "is reached by way of a ref that is no branch",
    symbolic(["refs/heads/other", "refs/x/y"], ["refs/x/y", "refs/heads/work"]),
    ["other"],
  ],
  ["is reached by way of HEAD", symbolic(["refs/heads/other", "HEAD"], ["HEAD", "refs/heads/work"]), ["other"]],
  ["is named without a space", write("refs/heads/other", "ref:refs/heads/work"), ["other"]],
  ["is named by a link to a ref", link("refs/heads/other", "refs/heads/work"), ["other"]],
  ["is named by a link to its file", link("refs/heads/other", "work"), ["other"]],
  [
    "is beside two that stand for each other",
    symbolic(["refs/heads/a", "refs/heads/b"], ["refs/heads/b", "refs/heads/a"]),
    [],
  ],
])("all other names of a branch are known, whether or not it exists, if it %s", async (_, arrange, aliases) => {
  const { user, repo } = await openUser(throwawayRepo());
  arrange(user);
  expect([...(await repo.branchAliases("work"))].sort()).toEqual(aliases);
  user.git("update-ref", "refs/heads/work", user.git("commit-tree", "-m", "x", user.git("write-tree")));
  expect([...(await repo.branchAliases("work"))].sort()).toEqual(aliases);
  expect(await repo.branchTarget("work")).toBeNull();
});

const REFTABLE = ["init", "--quiet", "--initial-branch=main", "--ref-format=reftable"];

test("git itself is asked if it keeps refs in a newer format", { tags: "git-reftable" }, async () => {
  const { user } = await openUser(throwawayRepo());
  const path = join(user.folder, "new");
  const git = (...args: string[]) => user.git("-C", path, ...args);
  user.git(...REFTABLE, path);
  git("symbolic-ref", "refs/heads/main", "refs/heads/work");
  const repo = await open({ ...user, path });
  expect(await repo.branchAliases("work")).toEqual(["main"]);
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "x");
  git("symbolic-ref", "refs/heads/other", "refs/heads/main");
  expect([...(await repo.branchAliases("work"))].sort()).toEqual(["main", "other"]);
  expect(await repo.branchTarget("other")).toBe("refs/heads/work");
});

test.each<[how: string, arrange: Arrange]>([
  ["at once", write("HEAD", "ref: refs/heads/work\n")],
  ["without a space", write("HEAD", "ref:refs/heads/work")],
  ["by a link", link("HEAD", "refs/heads/work")],
  ["by way of another branch", symbolic(["refs/heads/a", "refs/heads/work"], ["HEAD", "refs/heads/a"])],
  ["by way of a ref that is no branch", symbolic(["refs/x/y", "refs/heads/work"], ["HEAD", "refs/x/y"])],
])("a branch is checked out if HEAD leads to it %s", async (_, arrange) => {
  const { user, repo } = await openUser(throwawayRepo());
  user.git("branch", "work");
  arrange(user);
  const commit = user.git("rev-parse", "work");
  expect(user.git("rev-parse", "--symbolic-full-name", "HEAD")).toBe("refs/heads/work");
  expect(await repo.branchCheckout("work")).toEqual({ path: user.path, isThisCheckout: true });
  expect(await standsOn(repo, "work", commit)).toBe(true);
});
