import { commitMessage } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { blobOfText, commitFacts, filesAtCommit, refsHolding, trailedCommits } from "./commit-facts.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const SHA256 = "a".repeat(64);
const MESSAGE = commitMessage({ order: "WO-01", title: "Grüße", orderSha256: SHA256, runId: RUN, planRunId: null });

test("a commit's facts are those of its object, whatever replaces it", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "a.txt": "a\n", "gone.txt": "", "run.sh": "#!/bin/sh\n" }));
  const parent = user.git("rev-parse", "HEAD");
  user.write("a.txt", "b\n");
  user.write("wörter [1].txt", "new\n");
  user.git("update-index", "--chmod=+x", "run.sh");
  user.git("rm", "--quiet", "gone.txt");
  user.git("add", "--all", "--", "a.txt", "wörter [1].txt");
  user.git("commit", "--quiet", "--cleanup=verbatim", "--message", MESSAGE);
  const commit = user.git("rev-parse", "HEAD");
  user.git("replace", commit, parent);

  const tree = user.git("--no-replace-objects", "rev-parse", `${commit}^{tree}`);
  const facts = await commitFacts(repo, commit);
  expect(facts).toEqual({
    commit,
    tree,
    parents: [parent],
    message: MESSAGE,
    trailers: { commit, tree, orders: ["WO-01"], sha256s: [SHA256], runs: [RUN] },
    changes: [
      { path: "a.txt", modeBefore: "100644", mode: "100644" },
      { path: "gone.txt", modeBefore: "100644", mode: "000000" },
      { path: "run.sh", modeBefore: "100644", mode: "100755" },
      { path: "wörter [1].txt", modeBefore: "000000", mode: "100644" },
    ],
  });
  expect(await trailedCommits(repo, "main")).toEqual([facts?.trailers]);
  const files = await filesAtCommit(repo, commit, ["a.txt", "gone.txt", "wörter [1].txt", "none"]);
  expect([...files].map(([path, { bytes }]) => [path, bytes.toString()])).toEqual([
    ["a.txt", "b\n"],
    ["wörter [1].txt", "new\n"],
  ]);
});

test("what is not a commit of the repo has no facts", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  for (const id of ["0".repeat(40), user.git("rev-parse", "HEAD:README.md"), "HEAD", "--help"]) {
    expect(await commitFacts(repo, id)).toBeNull();
  }
});

test("the branches and tags that hold a commit are named", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const first = user.git("rev-parse", "HEAD");
  user.git("branch", "other");
  user.git("tag", "v1");
  const second = user.commit();
  expect(await refsHolding(repo, first)).toEqual(["refs/heads/main", "refs/heads/other", "refs/tags/v1"]);
  expect(await refsHolding(repo, second)).toEqual(["refs/heads/main"]);
});

test("a text's blob has the line endings that the attributes ask for", async () => {
  const { user, repo } = await openUser(throwawayRepo({ ".gitattributes": "*.txt text\n", "a.txt": "x\n" }));
  const blob = user.git("rev-parse", "HEAD:a.txt");
  expect(await blobOfText(repo, "a.txt", "x\r\n")).toBe(blob);
  expect(await blobOfText(repo, "a.bin", "x\r\n")).not.toBe(blob);
});

test("commits that only mention a trailer carry none", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.commit(`Explain\n\nLlmch-Run: ${RUN}\n\nas a trailer.`);
  user.commit("Plain");
  expect(await trailedCommits(repo, "main")).toEqual([]);
});
