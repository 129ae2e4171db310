import { commitMessage } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { loggedCommit, refsHolding, trailedCommits } from "./trailers.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const SHA256 = "a".repeat(64);
const EVIDENCE = { tests: 3, acceptance: 1, hidden: 0 };
const ORDER = { order: "WO-01", title: "Grüße", orderSha256: SHA256, runId: RUN, planRunId: null };
const MESSAGE = commitMessage({ ...ORDER, evidence: EVIDENCE });

test("a commit is what its object says, whatever replaces it", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const parent = user.git("rev-parse", "HEAD");
  user.write("a.txt", "b\n");
  user.git("add", "--all");
  user.git("commit", "--quiet", "--cleanup=verbatim", "--message", MESSAGE);
  const commit = user.git("rev-parse", "HEAD");
  user.git("replace", commit, parent);

  const tree = user.git("--no-replace-objects", "rev-parse", `${commit}^{tree}`);
  const logged = await loggedCommit(repo, commit);
  const trailers = { orders: ["WO-01"], sha256s: [SHA256], runs: [RUN], evidence: ["3 tests, 1 check"] };
  expect(logged).toEqual({ commit, tree, parents: [parent], ...trailers });
  expect(await trailedCommits(repo, "main")).toEqual([logged]);
  expect(await loggedCommit(repo, parent)).toMatchObject({ commit: parent, parents: [], orders: [] });
});

test("what is not a commit of the repo is none", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  for (const id of ["0".repeat(40), user.git("rev-parse", "HEAD:README.md"), "HEAD", "--help"]) {
    expect(await loggedCommit(repo, id)).toBeNull();
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

test("commits that only mention a trailer carry none", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.commit(`Explain\n\nLlmch-Run: ${RUN}\n\nas a trailer.`);
  user.commit("Plain");
  expect(await trailedCommits(repo, "main")).toEqual([]);
});
