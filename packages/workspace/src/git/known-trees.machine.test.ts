import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { changesBetween } from "./changes.ts";
import { foldOnto } from "./fold.ts";
import type { Git } from "./git.ts";
import { openKnownTrees } from "./known-trees.ts";

/** A repo whose git counts its questions. */
const counted = async () => {
  const { user, repo } = await openUser(throwawayRepo({ a: "1", "b/c": "1" }));
  const asked: string[] = [];
  const git: Git = {
    ...repo.git,
    read: (...args) => {
      asked.push(args[0] ?? "");
      return repo.git.read(...args);
    },
  };
  const commit = (path: string, content: string) => {
    user.write(path, content);
    return user.commit();
  };
  return { user, repo: { ...repo, git, trees: openKnownTrees(git) }, asked, commit };
};

test("git is asked once for a repeated question, and not for trees that were made here", async () => {
  const { user, repo, asked } = await counted();
  const base = user.git("rev-parse", "HEAD");
  const [entry] = await repo.trees.entriesOf(base);
  await repo.trees.entriesOf(base);
  await repo.trees.hashOf(base);
  const fold = await foldOnto(repo, base, [[{ path: "new", mode: "100644", id: entry?.id ?? "" }]]);
  expect((await repo.trees.entriesOf(fold.commit)).map(({ path }) => path)).toEqual(["a", "b/c", "new"]);
  expect(await repo.trees.hashOf(fold.commit)).toBe(fold.tree);
  expect(asked).toEqual(["ls-tree", "rev-parse"]);
});

test("trees that have not been used for long are read again", async () => {
  const { repo, asked, commit } = await counted();
  const commits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => commit("a", `${each}`));
  for (const each of [...commits, ...commits]) await repo.trees.entriesOf(each);
  expect(asked).toHaveLength(18);
});

test.each([[[0, 1, 2]], [[2, 1, 0]], [[1]], [[2, 0]], [[]]])(
  "a change that is undone leads back to the earlier tree, whichever trees are known first: %o",
  async (first) => {
    const { user, repo, commit } = await counted();
    const base = user.git("rev-parse", "HEAD");
    const there = commit("a", "2");
    const back = commit("a", "1");
    for (const each of first) await repo.trees.hashOf([base, there, back][each] ?? "");
    const [one, two] = [await changesBetween(repo, base, there), await changesBetween(repo, there, back)];
    expect([one, two].map((changes) => changes.map(({ path }) => path))).toEqual([["a"], ["a"]]);
    for (const each of [base, there, back]) await repo.trees.hashOf(each);
    for (const each of ["3", "4", "5", "6"]) await repo.trees.entriesOf(commit("a", each));
    expect(await repo.trees.entriesOf(back)).toEqual(await repo.trees.entriesOf(base));
    expect(await repo.trees.entriesOf(there)).not.toEqual(await repo.trees.entriesOf(base));
    expect(await changesBetween(repo, base, back)).toEqual([]);
  },
);

test("a failed read is retried", async () => {
  const { repo } = await counted();
  const missing = "1".repeat(40);
  await expect(repo.trees.entriesOf(missing)).rejects.toThrow("cannot be read");
  await expect(repo.trees.entriesOf(missing)).rejects.toThrow("cannot be read");
  await expect(repo.trees.hashOf(missing)).rejects.toThrow("cannot be found");
});
