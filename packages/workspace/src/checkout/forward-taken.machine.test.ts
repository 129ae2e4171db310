import { chmodSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryName } from "@llmch/files";
import { throwawayRepo } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { finishForward, prepareForward } from "./forward.ts";
import { interruptedForward } from "./forward-record.ts";

/** A user whose checkout has the work of a commit, but for `b.txt`, which a formatter changed, and `made.txt`, which a command made. */
const beforeLanding = async () => {
  const { user, repo } = await openUser(
    throwawayRepo({ "a.txt": "one\n", "b.txt": "b\n", "c.txt": "c\n", "gone.txt": "g\n", "other.txt": "o\n" }),
  );
  const from = user.git("rev-parse", "HEAD");
  const work = () => {
    user.write("a.txt", "two\n");
    user.write("new.txt", "new\n");
    rmSync(join(user.path, "gone.txt"));
  };
  work();
  user.write("b.txt", "b, formatted\n");
  user.write("made.txt", "made\n");
  const commit = user.commit("next");
  user.git("checkout", "--quiet", "-b", "work", from);
  work();
  user.write("b.txt", "b,   mine\n");
  const taken = new Map<string, string | null>([
    ["a.txt", sha256Hex("two\n")],
    ["b.txt", sha256Hex("b,   mine\n")],
    ["gone.txt", null],
    ["new.txt", sha256Hex("new\n")],
  ]);
  const land = async () => {
    const prepared = await prepareForward(repo, { branch: "work", from, commit }, [], taken);
    if (!prepared.ok) throw new Error(prepared.issues[0]);
    user.git("update-ref", "refs/heads/work", commit);
    return prepared.value.finish();
  };
  return { user, repo, land, forward: { branch: "work", from, commit } };
};

test("a commit that is made of the checkout leaves it clean, as commands changed the work", async () => {
  const { user, land } = await beforeLanding();
  expect(await land()).toBeNull();
  expect(user.git("status", "--porcelain")).toBe("");
  expect([user.read("b.txt"), user.read("made.txt"), user.has("gone.txt")]).toEqual([
    "b, formatted\n",
    "made\n",
    false,
  ]);
});

type User = Awaited<ReturnType<typeof beforeLanding>>["user"];

test.each<[string, (user: User) => void, string]>([
  ["writes a file anew", (user) => user.write("b.txt", "later\n"), " M b.txt"],
  ["takes the work back", (user) => user.git("checkout", "--quiet", "--", "a.txt"), " M a.txt"],
  ["removes a file", (user) => rmSync(join(user.path, "new.txt")), " D new.txt"],
  ["moves a file", (user) => renameSync(join(user.path, "b.txt"), join(user.path, "d.txt")), " D b.txt\n?? d.txt"],
  ["brings a removed file back", (user) => user.write("gone.txt", "g\n"), "?? gone.txt"],
  ["changes a mode", (user) => chmodSync(join(user.path, "a.txt"), 0o755), " M a.txt"],
  [
    "stages something else",
    (user) => {
      user.write("staged.txt", "1\n");
      user.git("add", "staged.txt");
      user.write("staged.txt", "2\n");
      user.git("rm", "--quiet", "--cached", "other.txt");
    },
    "D  other.txt\nAM staged.txt\n?? other.txt",
  ],
])("what the user does meanwhile stays: %s", async (_, act, status) => {
  const { user, land } = await beforeLanding();
  act(user);
  expect(await land()).toBeNull();
  expect(user.git("status", "--porcelain")).toBe(status);
});

test("files whose line endings git converts are left as the user wrote them", async () => {
  const { user, land } = await beforeLanding();
  user.git("config", "core.autocrlf", "true");
  expect(await land()).toBeNull();
  expect([user.read("a.txt"), user.read("new.txt")]).toEqual(["two\n", "new\n"]);
});

test("nothing lands while another git holds the index", async () => {
  const { user, repo, forward } = await beforeLanding();
  user.write(".git/index.lock", "");
  const prepared = await prepareForward(repo, forward, [], new Map());
  expect(prepared).toEqual({ ok: false, issues: [expect.stringMatching(/locked by .+index\.lock: .* remove it$/)] });
  expect(interruptedForward(repo)).toBeNull();
});

test("after a crash, nothing of the user's is touched", async () => {
  const { user, repo, forward } = await beforeLanding();
  user.git("update-ref", "refs/heads/work", forward.commit);
  rmSync(join(user.path, "new.txt"));
  user.write(temporaryName(), "b, form");
  expect(await finishForward(repo, { ...forward, isTaken: true })).toBeNull();
  expect(user.git("status", "--porcelain")).toBe(" M b.txt\n D made.txt\n D new.txt");
  expect(user.read("b.txt")).toBe("b,   mine\n");
});
