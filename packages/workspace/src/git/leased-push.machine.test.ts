import { readFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser } from "../worktree/worktree.fixture.ts";
import { pushLeased, remoteBranches } from "./leased-push.ts";

const never = new AbortController().signal;

/** A user's repo with two commits, and a bare one that it calls `origin`. */
const withRemote = async () => {
  const { user } = await openUser(throwawayRepo());
  const path = join(user.folder, "remote.git");
  user.git("init", "--quiet", "--bare", path);
  user.git("remote", "add", "origin", path);
  user.git("commit", "--quiet", "--allow-empty", "-m", "two");
  const [two = "", one = ""] = user.git("rev-list", "HEAD").split("\n");
  const repo = await open(user);
  const push = (commit: string, lease: string | null) =>
    pushLeased(repo, "main", { branch: "stack/a", commit, lease }, never);
  const there = async () => await remoteBranches(repo, "main", ["stack/*"], never);
  return { user, path, repo, one, two, push, there };
};

test("a branch moves only from where it is thought to be, back too; what is there already is pushed", async () => {
  const { user, one, two, push, there } = await withRemote();
  expect(await there()).toEqual({ ok: true, value: new Map() });
  expect(await push(two, null)).toMatchObject({ ok: true });
  expect(await there()).toEqual({ ok: true, value: new Map([["stack/a", two]]) });
  for (const lease of [null, one]) {
    const refused = await push(one, lease);
    expect(refused).toMatchObject({ ok: false, issues: [expect.stringContaining("stale info")] });
    expect(await push(two, lease)).toMatchObject({ ok: true });
  }
  expect(await push(one, two)).toMatchObject({ ok: true });
  expect(await there()).toEqual({ ok: true, value: new Map([["stack/a", one]]) });
  // The repo has no such branch, and gets no settings for one.
  expect(user.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");
  expect(readFileSync(join(user.path, ".git/config"), "utf8")).not.toContain("stack");
});

test("branches are looked up where a push goes, and never inside the checkout", async () => {
  const { user, path, repo, two, push, there } = await withRemote();
  user.git("config", "remote.origin.url", join(user.path, "vendor"));
  user.git("config", "remote.origin.pushurl", path);
  expect(await push(two, null)).toMatchObject({ ok: true });
  expect(await there()).toEqual({ ok: true, value: new Map([["stack/a", two]]) });
  user.git("config", "remote.origin.pushurl", join(user.path, "vendor"));
  const refused = { ok: false, issues: [expect.stringContaining("is inside the repo")] };
  expect(await remoteBranches(repo, "main", ["stack/*"], never)).toMatchObject(refused);
  expect(await push(two, two)).toMatchObject(refused);
});
