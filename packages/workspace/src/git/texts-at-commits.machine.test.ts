import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { textsAtCommits } from "./files-at-commits.ts";

test("texts at commits are those of files in the commit; anything else is missing", async () => {
  const repo = throwawayRepo({ "a b.txt": "spaced\n", "dir/é.txt": "", "raw.bin": "x" });
  const commit = repo.git("rev-parse", "HEAD");
  const names = ["gone.txt", "a b.txt", "dir", "dir/é.txt", "two\nlines", "raw.bin"];
  const files = names.map((path) => ({ commit, path }));
  const texts = await textsAtCommits(repo.path, [...files, { commit: "HEAD", path: "raw.bin" }], process.env);
  expect([...texts]).toEqual([
    [`${commit}:a b.txt`, "spaced\n"],
    [`${commit}:dir/é.txt`, ""],
    [`${commit}:raw.bin`, "x"],
  ]);
  expect(await textsAtCommits(`${repo.path}/gone`, files, process.env)).toEqual(new Map());
  repo.remove();
});
