import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { filesAtCommit } from "./files-at-commit.ts";

test("the files of a commit are read at literal paths", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a.txt": "a\n", "dir/b.txt": "b\n" }));
  user.write("wörter [1].txt", "new\n");
  user.git("add", "--all");
  user.git("commit", "--quiet", "--message", "More");
  const paths = ["a.txt", "dir", "none", "wörter [1].txt"];
  const files = await filesAtCommit(repo, user.git("rev-parse", "HEAD"), paths);
  expect([...files].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ["a.txt", "a\n"],
    ["wörter [1].txt", "new\n"],
  ]);
});
