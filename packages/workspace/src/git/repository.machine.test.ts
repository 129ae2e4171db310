import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { conversionsAt } from "./conversions.ts";
import { listFolder, repoListing } from "./listing.ts";
import { openRepository } from "./open-repository.ts";

const foundAt = async (...asked: Parameters<typeof conversionsAt>) => {
  const found = await conversionsAt(...asked);
  if (!found.ok) throw new Error(found.issues[0].message);
  return found.value;
};

test("a directory that is not a checkout of a repo is refused", async () => {
  const { user } = await openUser(throwawayRepo());
  mkdirSync(join(user.folder, "a folder"));
  user.git("init", "--quiet", "--bare", join(user.folder, "bare"));
  user.git("init", "--quiet", join(user.folder, "moved"));
  user.git("-C", join(user.folder, "moved"), "config", "core.worktree", user.path);
  user.git("init", "--quiet", join(user.folder, "two\nlines"));
  for (const [name, words] of [
    ["a folder", "is not a git repo"],
    ["none", "is not a directory"],
    ["n".repeat(300), "cannot be looked at (the name is too long)"],
    ["bare", "is a bare git repo"],
    ["moved", "whose core.worktree is"],
    ["two\nlines", "holds a line break"],
  ] as const) {
    expect(await openRepository(join(user.folder, name), user.env)).toMatchObject({
      ok: false,
      issues: [{ code: "not-a-git-repo", message: expect.stringContaining(words) }],
    });
  }
});

test("a missing git is named", async () => {
  const { user } = await openUser(throwawayRepo());
  expect(await openRepository(user.path, { PATH: "/none:" })).toMatchObject({
    ok: false,
    issues: [{ code: "program-missing" }],
  });
});

test("a link to a folder within a repo opens that repo", async () => {
  const { user } = await openUser(throwawayRepo({ "sub/a": "1" }));
  const commit = user.git("rev-parse", "HEAD");
  const link = join(user.folder, "link");
  symlinkSync(join(user.path, "sub"), link);
  const opened = await openRepository(link, user.env);
  expect(opened).toMatchObject({ ok: true, value: { root: user.path, commonDir: join(user.path, ".git") } });
  if (opened.ok) expect(await opened.value.head()).toEqual({ commit, branch: "main" });
});

test("HEAD, commits and branches", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const commit = user.git("rev-parse", "HEAD");
  user.git("branch", "topic/one");
  user.git("worktree", "add", "--quiet", "-b", "linked", join(user.folder, "linked"));
  expect(await repo.head()).toEqual({ commit, branch: "main" });
  expect(await Promise.all(["HEAD", "main", commit.slice(0, 8), "none", "--all", ""].map(repo.resolveCommit))).toEqual([
    commit,
    commit,
    commit,
    null,
    null,
    null,
  ]);
  expect(await repo.branchTip("topic/one")).toBe(commit);
  expect(await repo.branchTip("topic")).toBeNull();
  const names = ["fine", "topic/two", "topic", "topic/one/more", "a..b", "-x", "@{-1}", "a b", "x.lock"];
  const faults = await Promise.all(names.map(repo.branchNameFault));
  const unfit = "it is not a valid branch name";
  expect(faults).toEqual([
    null,
    null,
    "the branch topic/one is in its way",
    "the branch topic/one is in its way",
    unfit,
    unfit,
    unfit,
    unfit,
    unfit,
  ]);
  expect(await repo.branchCheckout("main")).toEqual({ path: user.path, isThisCheckout: true });
  expect(await repo.branchCheckout("linked")).toEqual({ path: join(user.folder, "linked"), isThisCheckout: false });
  expect(await repo.branchCheckout("topic/one")).toBeNull();
});

test("an unborn and a detached HEAD", async () => {
  const unborn = await openUser(throwawayRepo({}));
  expect(await unborn.repo.head()).toEqual({ commit: null, branch: "main" });
  const { user, repo } = await openUser(throwawayRepo());
  user.git("checkout", "--quiet", "--detach");
  expect(await repo.head()).toEqual({ commit: user.git("rev-parse", "HEAD"), branch: null });
});

test("changes leave out excluded places; the index is not written", async () => {
  const { user, repo } = await openUser(throwawayRepo({ a: "1", b: "1", ".gitignore": "ignored\n" }));
  expect(await repo.changes([])).toEqual({ tracked: [], untracked: [] });
  for (const name of ["a", "new", "runs/x/run.json", "runs-too", "wo/WO-01.json", "wo/note", "ignored"])
    user.write(name, "2");
  user.git("add", "new");
  const index = readFileSync(join(user.path, ".git/index"));
  const { mtimeNs } = statSync(join(user.path, ".git/index"), { bigint: true });
  symlinkSync(user.path, join(user.folder, "link"));
  const excluded = [join(user.folder, "link/runs"), join(user.path, "wo/WO-01.json"), "/elsewhere"];
  expect(await repo.changes(excluded)).toEqual({ tracked: ["a", "new"], untracked: ["runs-too", "wo/note"] });
  expect(readFileSync(join(user.path, ".git/index"))).toEqual(index);
  expect(statSync(join(user.path, ".git/index"), { bigint: true }).mtimeNs).toBe(mtimeNs);
  expect((await repo.changes([user.folder, user.path])).untracked).toHaveLength(4);
});

test("looking for changes ends with its signal, even if git waits at a pipe", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  execFileSync("mkfifo", [join(user.path, ".gitignore")]);
  const interruption = new AbortController();
  const looking = repo.changes([], interruption.signal);
  interruption.abort();
  await expect(looking).rejects.toThrow("git status failed: interrupted");
});

test("a link that names an excluded place is not dirty either, but another link is", async () => {
  const { user, repo } = await openUser(throwawayRepo({ a: "1" }));
  mkdirSync(join(user.folder, "large"));
  for (const name of ["artifacts", "other"]) symlinkSync(join(user.folder, "large"), join(user.path, name));
  const linked = { tracked: [], untracked: ["other"] };
  expect(await repo.changes([join(user.path, "artifacts")])).toEqual(linked);
  expect(await repo.changes([`${user.path}/artifacts/`])).toEqual(linked);
});

test("tracked files are sorted by code point, without submodules and names that are not UTF-8", async () => {
  const { user, repo } = await openUser(throwawayRepo({ b: "", é: "", "a/\u{1f600}": "", "a/\uff61": "" }));
  writeFileSync(Buffer.concat([Buffer.from(`${user.path}/`), Buffer.from([0xff])]), "");
  user.git("update-index", "--add", "--cacheinfo", `160000,${user.git("rev-parse", "HEAD")},module`);
  mkdirSync(join(user.path, "module"));
  const commit = user.commit();
  expect(await repo.trackedFiles(commit)).toEqual(["a/\uff61", "a/\u{1f600}", "b", "é"]);
});

test("done orders are read only from trailers", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const trailers = "Llmch-Order: WO-01\nLlmch-Order-Sha256: abc\nLlmch-Run: R1\nLlmch-Evidence: 3 tests, 1 check";
  const first = user.commit(`WO-01: one\n\n${trailers}`);
  user.commit(`Llmch-Order: WO-09\n\nnot a trailer`);
  const squashed = user.commit(
    "both\n\nLlmch-Order: WO-02\nLlmch-Order: WO-03\nLlmch-Order-Sha256: d\nLlmch-Order-Sha256: e",
  );
  user.git("config", "grep.patternType", "fixed");
  expect(await repo.doneOrders("HEAD")).toEqual([
    { order: "WO-02", sha256: "d", run: "", commit: squashed, evidence: "" },
    { order: "WO-03", sha256: "e", run: "", commit: squashed, evidence: "" },
    { order: "WO-01", sha256: "abc", run: "R1", commit: first, evidence: "3 tests, 1 check" },
  ]);
  expect(await repo.doneOrders(`${first}..HEAD`)).toMatchObject([{ order: "WO-02" }, { order: "WO-03" }]);
});

test("what is inside the checkout, links resolved", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  symlinkSync(user.path, join(user.folder, "link"));
  symlinkSync(user.folder, join(user.path, "out"));
  const places = ["repo", "repo/not/yet", "link/x", "repo-too", ".", "repo/out/x"];
  expect(places.map((place) => repo.contains(join(user.folder, place)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a configuration that changed meanwhile is noticed", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.write(".gitattributes", "*.bin filter=late\n*.txt filter=unknown\n");
  const commit = user.commit("attributes");
  expect(await foundAt(repo, commit, ["a.bin"])).toEqual([]);
  user.git("config", "filter.late.clean", "cat");
  expect(await foundAt(repo, commit, ["a.bin", "a.txt", "b"])).toEqual([
    { path: "a.bin", why: "passes through the git filter late, which llmch does not run" },
  ]);
});

test("an attributes file that the repo's own configuration names counts too", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const commit = user.git("rev-parse", "HEAD");
  user.write("../home/attributes", "*.bin filter=own\n");
  for (const [name, value] of [
    ["filter.own.clean", "cat"],
    ["core.attributesFile", "~/attributes"],
  ] as const)
    user.git("config", name, value);
  const found = [{ path: "a.bin", why: "passes through the git filter own, which llmch does not run" }];
  expect(await foundAt(repo, commit, ["a.bin", "a.txt"])).toEqual(found);
  user.git("config", "core.attributesFile", "../home/attributes");
  expect(await foundAt(repo, commit, ["a.bin", "a.txt"])).toEqual(found);
  // Read, neither would ever end.
  for (const endless of ["/dev/zero", join(user.folder, "pipe")]) {
    if (endless.endsWith("pipe")) execFileSync("mkfifo", [endless]);
    user.git("config", "core.attributesFile", endless);
    expect(await foundAt(repo, commit, ["a.bin"])).toEqual([]);
  }
});

test("git's conversions are judged by a commit's attributes, whatever the checkout holds", async () => {
  const { user, repo } = await openUser(
    throwawayRepo({ "sub/.gitattributes": "*.txt working-tree-encoding=UTF-16\n" }),
  );
  const paths = ["a.txt", "sub/a.txt", "sub/b.md"];
  const commit = user.git("rev-parse", "HEAD");
  user.write(".gitattributes", "* working-tree-encoding=latin1\n");
  user.write("sub/.gitattributes", "b.md working-tree-encoding=utf-8\n");
  expect(await foundAt(repo, commit, paths)).toEqual([
    { path: "sub/a.txt", why: "has the working-tree-encoding UTF-16, and llmch writes UTF-8" },
  ]);
  const later = user.commit("attributes");
  expect((await foundAt(repo, later, paths)).map(({ path }) => path)).toEqual(["a.txt", "sub/a.txt"]);
});

test.each([
  ["rebase-merge/head-name", "refs/heads/work\n", "rebase"],
  ["rebase-apply/head-name", "refs/heads/work\n", "rebase"],
  ["rebase-merge/update-refs", `refs/heads/other\n${"0".repeat(40)}\n${"0".repeat(40)}\nrefs/heads/work\n`, "rebase"],
  ["BISECT_START", "work\n", "bisection"],
])("a branch in %s is not finished", async (file, text, doing) => {
  const { user, repo } = await openUser(throwawayRepo());
  expect(repo.unfinishedOn("work")).toBeNull();
  user.write(`.git/${file}`, text);
  expect(repo.unfinishedOn("work")).toEqual({ path: repo.root, doing });
  expect(repo.unfinishedOn("wor")).toBeNull();
});

test.each([
  ["[core]\n\tautocrlf = banana\n", /^git does not open .* \(.*banana.*\)$/],
  ["[core]\n\tattributesFile = ~nobody-of-that-name/x\n", /^git does not open .*nobody-of-that-name/],
  ["[user\n", /^git does not open .* \(fatal: bad config line 1 in file .*gitconfig\)$/],
])("a configuration that git refuses is said in git's words: %j", async (text, why) => {
  const user = throwawayRepo();
  onTestFinished(() => user.remove());
  writeFileSync(join(user.env.HOME ?? "", ".gitconfig"), text);
  const opened = await openRepository(user.path, user.env);
  expect(opened).toMatchObject({ ok: false, issues: [{ message: expect.stringMatching(why) }] });
});

test("the listing that a plan starts from", async () => {
  const { user } = await openUser(throwawayRepo({ "b.ts": "", "sub/a.ts": "" }));
  user.write("untracked", "");
  for (const name of [
    "plain/src/x.ts",
    "plain/node_modules/y/i.js",
    "plain/a/__pycache__/z.pyc",
    "plain/.venv/p",
    "plain/.env",
  ]) {
    user.write(`../${name}`, "");
  }
  symlinkSync(join(user.folder, "plain/src/x.ts"), join(user.folder, "plain/linked.ts"));
  symlinkSync(join(user.folder, "plain"), join(user.folder, "plain/loop"));
  const list = async (place: string) => {
    const listed = await repoListing(join(user.folder, place), user.env);
    if (!listed.ok) return listed.issues[0].code;
    const { files, commit, blobs } = listed.value;
    return { files, commit, blobs: [...blobs.keys()] };
  };
  const commit = user.git("rev-parse", "HEAD");
  expect(await list("repo")).toEqual({ files: ["b.ts", "sub/a.ts"], commit, blobs: ["b.ts", "sub/a.ts"] });
  expect(await list("repo/sub")).toEqual(await list("repo"));
  expect(await list("plain")).toEqual({ files: [".env", "linked.ts", "src/x.ts"], commit: null, blobs: [] });
  user.write("fixture/x", "");
  expect(await list("repo/fixture")).toEqual({ files: ["x"], commit: null, blobs: [] });
  user.git("init", "--quiet", join(user.folder, "unborn"));
  writeFileSync(join(user.folder, "unborn/x"), "");
  expect(await list("unborn")).toEqual({ files: [], commit: null, blobs: [] });
  expect(await list("none")).toBe("unreadable-input");
  expect(await listFolder(join(user.folder, "plain/.env"))).toMatchObject({ ok: false });
});
