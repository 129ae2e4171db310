import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { commitFacts, filesAtCommit } from "./commit-facts.ts";
import { createCommitReader } from "./commit-reader.ts";

test("objects that were prepared together are what git says of each", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a.txt": "a\n", "dir/é b.txt": "b\n" }));
  const first = user.git("rev-parse", "HEAD");
  user.write("a.txt", "changed\n");
  user.git("commit", "--quiet", "--all", "--message", "Change\n\nLlmch-Order: WO-01");
  const second = user.git("rev-parse", "HEAD");
  user.git("replace", second, first);
  const commits = [first, second, "0".repeat(40), user.git("rev-parse", "HEAD:a.txt"), "HEAD"];
  const paths = ["a.txt", "dir/é b.txt", "dir", "none", "two\nlines"];

  const reader = createCommitReader(repo);
  const files = [first, second].flatMap((commit) => paths.map((path) => ({ commit, path })));
  await reader.prepare({ commits, files });
  for (const commit of commits) expect(await reader.facts(commit)).toEqual(await commitFacts(repo, commit));
  for (const commit of [first, second]) {
    const asked = [...(await filesAtCommit(repo, commit, paths))];
    const alone = asked.map(([path, { blob, bytes }]) => [path, blob, bytes.toString()]);
    const known = [...(await reader.files(commit, paths))].map(([path, { blob, bytes }]) => [
      path,
      blob,
      bytes.toString(),
    ]);
    expect(known).toEqual(alone);
    expect(known.map(([path]) => path)).toEqual(["a.txt", "dir/é b.txt"]);
  }
  expect((await reader.files(second, ["a.txt"])).get("a.txt")?.bytes.toString()).toBe("changed\n");
});

test("what was not prepared is found too", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a.txt": "a\n" }));
  const commit = user.git("rev-parse", "HEAD");
  const reader = createCommitReader(repo);
  expect(await reader.facts(commit)).toEqual(await commitFacts(repo, commit));
  expect([...(await reader.files(commit, ["a.txt", "none"])).keys()]).toEqual(["a.txt"]);
  expect((await reader.files(commit, [])).size).toBe(0);
});
