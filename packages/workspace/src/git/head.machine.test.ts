import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser } from "../worktree/worktree.fixture.ts";

/** States that a checkout's HEAD can be in. */
const STANDINGS: readonly (readonly [name: string, prepare: (user: ThrowawayRepo) => void])[] = [
  ["a branch with a file of its own", () => {}],
  ["a branch in a folder", (user) => user.git("checkout", "-q", "-b", "deep/er")],
  ["a packed branch", (user) => user.git("pack-refs", "--all")],
  [
    "a packed branch that has moved since",
    (user) => {
      user.git("pack-refs", "--all");
      user.commit();
    },
  ],
  ["a detached HEAD", (user) => user.git("checkout", "-q", "--detach")],
  ["a branch that stands for another one", (user) => user.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")],
  [
    "a HEAD on a branch that stands for another one",
    (user) => {
      user.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
      writeFileSync(join(user.path, ".git/HEAD"), "ref: refs/heads/alias\n");
    },
  ],
  [
    "a HEAD that is a link",
    (user) => {
      rmSync(join(user.path, ".git/HEAD"));
      symlinkSync("refs/heads/main", join(user.path, ".git/HEAD"));
    },
  ],
  [
    "a branch whose file is a link",
    (user) => {
      renameSync(join(user.path, ".git/refs/heads/main"), join(user.path, ".git/refs/heads/other"));
      symlinkSync("other", join(user.path, ".git/refs/heads/main"));
    },
  ],
];

test.each(STANDINGS)("git would say the same of %s", async (_, prepare) => {
  const { user } = await openUser(throwawayRepo());
  prepare(user);
  const [commit = "", ref = ""] = user.git("rev-parse", "HEAD", "--symbolic-full-name", "HEAD").split("\n");
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  const repo = await open(user);
  expect(await repo.head()).toEqual({ commit, branch });
  const linked = join(user.folder, "linked");
  user.git("worktree", "add", "-q", "-b", "beside", linked);
  expect(await (await open({ ...user, path: linked })).head()).toEqual({ commit, branch: "beside" });
  expect(await repo.branchCheckout("beside")).toEqual({ path: linked, isThisCheckout: false });
  const onMain =
    branch !== null && readFileSync(join(user.path, ".git/HEAD"), "utf8") === `ref: refs/heads/${branch}\n`;
  if (onMain) expect(await repo.branchCheckout(branch)).toEqual({ path: repo.root, isThisCheckout: true });
});

test("a repo without a commit has a branch too", async () => {
  const { user } = await openUser(throwawayRepo());
  user.git("checkout", "-q", "--orphan", "new");
  expect(await (await open(user)).head()).toEqual({ commit: null, branch: "new" });
});
