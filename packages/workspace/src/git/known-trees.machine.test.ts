import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
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

test("git is asked once for a repeated question, and not which tree a commit has that was made here", async () => {
  const { user, repo, asked } = await counted();
  const base = user.git("rev-parse", "HEAD");
  const [entry] = await repo.trees.entriesOf(base);
  await repo.trees.entriesOf(base);
  await repo.trees.hashOf(base);
  const fold = await foldOnto(repo, base, [[{ path: "new", mode: "100644", id: entry?.id ?? "" }]]);
  expect((await repo.trees.entriesOf(fold.commit)).map(({ path }) => path)).toEqual(["a", "b/c", "new"]);
  expect(await repo.trees.hashOf(fold.commit)).toBe(fold.tree);
  expect(asked).toEqual(["ls-tree", "rev-parse", "ls-tree"]);
});

test("trees that have not been used for long are read again", async () => {
  const { repo, asked, commit } = await counted();
  const commits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => commit("a", `${each}`));
  for (const each of [...commits, ...commits]) await repo.trees.entriesOf(each);
  expect(asked).toHaveLength(18);
});

test("a failed read is retried", async () => {
  const { repo } = await counted();
  const missing = "1".repeat(40);
  await expect(repo.trees.entriesOf(missing)).rejects.toThrow("cannot be read");
  await expect(repo.trees.entriesOf(missing)).rejects.toThrow("cannot be read");
  await expect(repo.trees.hashOf(missing)).rejects.toThrow("cannot be found");
});
