import { closeSync, existsSync, mkdirSync, openSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { recordForward } from "../checkout/forward-record.ts";
import { findCommitOfRun } from "../git/trailers.ts";
import { openUser } from "../worktree/worktree.fixture.ts";
import { clearStaleGitLocks } from "./stale-locks.ts";

const put = (path: string, content: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};

test("locks that are certainly llmch's go, others stay and are named", { tags: "linux" }, async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const since = new Date().toISOString();
  const theirs = user.git("rev-parse", "HEAD");
  const ours = user.commit("WO-01: x\n\nLlmch-Run: 01RUN");
  const git = join(user.path, ".git");
  const [branch, head, remote, packed, index, other] = [
    put(join(git, "refs/heads/a/b.lock"), `${ours}\n`),
    put(join(git, "HEAD.lock"), ""),
    put(join(git, "refs/remotes/origin/a/b.lock"), ""),
    put(join(git, "packed-refs.lock"), ""),
    put(join(git, "index.lock"), ""),
    put(join(git, "refs/heads/other.lock"), ""),
  ];
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(packed, hourAgo, hourAgo);
  const open = openSync(remote, "a");
  const first = await clearStaleGitLocks(repo, { branch: "a/b", since });
  closeSync(open);
  expect(first.removed).toEqual([branch, head]);
  expect(first.left).toEqual([packed, remote, index].map((file) => expect.stringContaining(file)));
  put(branch, `${theirs}\n`);
  const second = await clearStaleGitLocks(repo, { branch: "a/b", since });
  expect(second.removed).toEqual([remote]);
  expect(second.left).toEqual([branch, packed, index].map((file) => expect.stringContaining(file)));
  for (const file of [branch, packed, index, other]) expect(existsSync(file)).toBe(true);
});

test("the lock of git's index goes only if a checkout was following the branch", { tags: "linux" }, async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const since = new Date().toISOString();
  const lock = put(join(user.path, ".git/index.lock"), "DIRC");
  const [from, commit] = [user.git("rev-parse", "HEAD"), user.git("rev-parse", "HEAD")];
  recordForward(repo, { branch: "other", from, commit });
  expect(await clearStaleGitLocks(repo, { branch: "work", since })).toMatchObject({
    removed: [],
    left: [expect.stringContaining("index.lock")],
  });
  recordForward(repo, { branch: "work", from, commit });
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(lock, hourAgo, hourAgo);
  expect(await clearStaleGitLocks(repo, { branch: "work", since })).toMatchObject({ removed: [] });
  put(lock, "DIRC");
  expect(await clearStaleGitLocks(repo, { branch: "work", since })).toEqual({ removed: [lock], left: [] });
});

test("a run's commit is found only by its trailer", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const from = user.git("rev-parse", "HEAD");
  user.git("checkout", "--quiet", "-b", "work");
  user.write("src/caf\u00e9", "1");
  user.write("b", "1");
  const commit = user.commit("WO-01: x\n\nLlmch-Order: WO-01\nLlmch-Run: 01RUN");
  user.commit("Llmch-Run: 01OTHER\n\nnot a trailer");
  const found = { commit, tree: user.git("rev-parse", `${commit}^{tree}`), files: ["b", "src/caf\u00e9"] };
  expect(await findCommitOfRun(repo, "work", "01RUN", from)).toEqual(found);
  expect(await findCommitOfRun(repo, "work", "01RUN", null)).toEqual(found);
  expect(await findCommitOfRun(repo, "work", "01RUN", commit)).toBeNull();
  expect(await findCommitOfRun(repo, "work", "01OTHER", from)).toBeNull();
  expect(await findCommitOfRun(repo, "none", "01RUN", null)).toBeNull();
});
