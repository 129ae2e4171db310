import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { changedSince } from "./changed-since.ts";

const FILES = { a: "0", b: "0", "sp ace/é[1]": "0" };
const ASKED = [...Object.keys(FILES), "new"];
const of = (plan: string) => `WO-01: a title\n\nLlmch-Order: WO-01\nLlmch-Plan: ${plan}\n`;

const scene = async () => {
  const { user, repo } = await openUser(throwawayRepo(FILES));
  const start = user.git("rev-parse", "HEAD");
  const change = (path: string, message = "foreign") => {
    user.write(path, `${Math.random()}`);
    return user.commit(message);
  };
  const since = (from: string, files: readonly string[] = ASKED) =>
    changedSince(repo, [from, user.git("rev-parse", "HEAD")], files);
  return { user, start, change, since };
};

test("differing files come with the commits that changed them, newest first", async () => {
  const { user, start, change, since } = await scene();
  expect(await since(start)).toEqual({ paths: [], commits: [] });
  change("sp ace/é[1]", of("P1"));
  change("unasked");
  user.commit("nothing");
  change("new", `both\n\nLlmch-Plan: P1\nLlmch-Plan: P2\n`);
  user.write("a", "1");
  change("new");
  expect(await since(start)).toEqual({
    paths: ["a", "new", "sp ace/é[1]"],
    commits: [
      { plans: [], paths: ["a", "new"] },
      { plans: ["P1", "P2"], paths: ["new"] },
      { plans: ["P1"], paths: ["sp ace/é[1]"] },
    ],
  });
  expect(await since(start, ["b"])).toEqual({ paths: [], commits: [] });
});

test("a file that was changed and restored does not differ", async () => {
  const { user, start, since } = await scene();
  for (const content of ["1", "0"]) {
    user.write("a", content);
    user.commit();
  }
  expect(await since(start)).toEqual({ paths: [], commits: [] });
});

test("if the two have diverged, the commits on both sides are given", async () => {
  const { user, start, change, since } = await scene();
  const here = change("a");
  user.git("checkout", "--quiet", "-b", "work", start);
  change("b", of("P1"));
  expect(await since(here)).toEqual({
    paths: ["a", "b"],
    commits: expect.arrayContaining([
      { plans: [], paths: ["a"] },
      { plans: ["P1"], paths: ["b"] },
    ]),
  });
  user.git("checkout", "--quiet", "--orphan", "unrelated");
  user.write("b", "other");
  user.commit();
  const apart = await since(start);
  expect(apart?.paths).toEqual(["b"]);
  expect(apart?.commits).toHaveLength(2);
});

test("a merge lists only what it has from neither side", async () => {
  const { user, start, change, since } = await scene();
  change("a", of("P1"));
  user.git("checkout", "--quiet", "-b", "side", start);
  change("unasked");
  user.git("checkout", "--quiet", "main");
  user.git("merge", "--quiet", "--no-commit", "side");
  user.commit("clean");
  expect((await since(start))?.commits).toEqual([{ plans: ["P1"], paths: ["a"] }]);
  user.git("checkout", "--quiet", "side");
  user.write("unasked", "again");
  user.commit();
  user.git("checkout", "--quiet", "main");
  user.git("merge", "--quiet", "--no-commit", "side");
  change("a", "merged with a change of its own");
  expect((await since(start))?.commits).toContainEqual({ plans: [], paths: ["a"] });
});

test("a commit that the repo does not have is not a fault", async () => {
  const { user, since } = await scene();
  expect(await since("a".repeat(40))).toBeNull();
  expect(await since(user.git("rev-parse", "HEAD^{tree}"))).toBeNull();
});

test("the repo's configuration changes nothing", async () => {
  const { user, start, change, since } = await scene();
  change("a", of("P1"));
  user.git("mv", "a", "new");
  user.commit();
  const plain = await since(start, ["new"]);
  for (const [name, value] of [
    ["log.follow", "true"],
    ["log.showRoot", "false"],
    ["diff.renames", "copies"],
    ["diff.orderFile", "/none"],
    ["diff.noprefix", "true"],
    ["color.ui", "always"],
    ["format.pretty", "fuller"],
    ["log.showSignature", "true"],
    ["trailer.separators", "#"],
  ] as const) {
    user.git("config", name, value);
  }
  expect(plain).toEqual({ paths: ["new"], commits: [{ plans: [], paths: ["new"] }] });
  expect(await since(start, ["new"])).toEqual(plain);
});
