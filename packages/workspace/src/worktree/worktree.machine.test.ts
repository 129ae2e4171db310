import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@llmch/files";
import { rudeProgram, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { open, openUser, openWorktree, put, runIn, seal, toWrite } from "./worktree.fixture.ts";

test("an order's files are committed, and nothing else", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "README.md": "hello\n", ".gitignore": "build/\n" }));
  const before = user.git("status", "--porcelain", "--ignored");
  const worktree = await openWorktree(user, repo);
  const writes = [toWrite("src/new.ts", "new\n"), toWrite("README.md", "bye\n", "hello\n"), toWrite("build/x", "x\n")];
  for (const write of writes) expect(await worktree.apply(write)).toEqual({ ok: true, value: null });
  put(worktree.root, "stray", "x");

  expect(await worktree.presentFiles()).toEqual([".gitignore", "README.md", "build/x", "src/new.ts", "stray"]);
  expect(await worktree.drift(writes)).toEqual(["stray"]);
  const sealed = await worktree.commit("WO-01: a title\n\nLlmch-Order: WO-01\nLlmch-Order-Sha256: abc\n", writes);
  await worktree.reset();

  const commit = user.git("rev-parse", "work");
  const tree = user.git("rev-parse", "work^{tree}");
  expect(sealed).toEqual({ ok: true, value: { kind: "landed", commit, tree, warnings: [] } });
  expect(worktree.baseline()).toBe(commit);
  expect(user.git("ls-tree", "-r", "--name-only", "work").split("\n")).toEqual([
    ".gitignore",
    "README.md",
    "build/x",
    "src/new.ts",
  ]);
  expect(user.git("log", "-1", "--format=%an <%ae> %s", "work")).toBe("Test <test@example.com> WO-01: a title");
  expect(await repo.doneOrders(commit)).toEqual([
    { order: "WO-01", sha256: "abc", run: expect.any(String), commit, evidence: "" },
  ]);
  expect(await worktree.presentFiles()).toEqual([".gitignore", "README.md", "build/x", "src/new.ts"]);
  expect(await worktree.trackedFiles()).toEqual(await worktree.presentFiles());
  expect(user.git("status", "--porcelain", "--ignored")).toBe(before);
  expect(user.read("README.md")).toBe("hello\n");
});

test("each order starts from the last commit; one that changes nothing is an empty commit", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  const first = await seal(worktree, toWrite("a", "1"));
  await worktree.reset();
  const second = await seal(worktree, toWrite("a", "2", "1"), toWrite("b", "2"));
  const empty = await seal(worktree, toWrite("README.md", "hello\n", "hello\n"));
  expect(user.git("rev-parse", "work~2", "work~1", "work").split("\n")).toEqual([
    first.commit,
    second.commit,
    empty.commit,
  ]);
  expect(user.git("log", "--format=", "--name-status", "work")).toBe("M\ta\nA\tb\nA\ta\nA\tREADME.md");
});

test("modes: an existing file keeps its own, a new one gets 0644 whatever the umask and a command's chmod", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  user.write("run.sh", "#!/bin/sh\n");
  chmodSync(join(user.path, "run.sh"), 0o755);
  user.commit();
  const worktree = await openWorktree(user, repo);
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const writes = [toWrite("run.sh", "exit\n", "#!/bin/sh\n"), toWrite("deep/new", "x")];
  for (const write of writes) await worktree.apply(write);
  process.umask(umask);
  expect(statSync(join(worktree.root, "deep/new")).mode & 0o777).toBe(0o644);
  expect(statSync(join(worktree.root, "run.sh")).mode & 0o777).toBe(0o755);
  await runIn(worktree, user, "chmod", "700", "deep/new");
  await runIn(worktree, user, "chmod", "600", "run.sh");
  expect((await worktree.commit("x", writes)).ok).toBe(true);
  expect(user.git("ls-tree", "-r", "--format=%(objectmode) %(path)", "work")).toBe(
    "100644 README.md\n100644 deep/new\n100755 run.sh",
  );
});

test("line endings are converted as git does, and the model sees what is in the tree", async () => {
  const { user, repo } = await openUser(
    throwawayRepo({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "one\ntwo\n" }),
  );
  const worktree = await openWorktree(user, repo);
  const path = toWrite("a.txt", "").path;
  expect(await worktree.inspect(path)).toMatchObject({ kind: "file", text: "one\r\ntwo\r\n" });
  await seal(worktree, toWrite("a.txt", "one\r\nthree\r\n", "one\r\ntwo\r\n"));
  expect(user.git("cat-file", "blob", "work:a.txt")).toBe("one\nthree");
});

const DAMAGE = [
  ["edits-tracked", "leaves-strays", "leaves-locks", "starts-merge"],
  ["links-tracked", "switches-branch", "moves-head"],
  ["hides-changes"],
  ["stages-changes", "removes-tracked"],
  ["breaks-index", "unlinks-git"],
  ["removes-record"],
  ["removes-all"],
] as const;

test("whatever a command does to the tree, the accepted bytes are committed and the baseline is restored", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "README.md": "hello\n", "src/a.ts": "a\n" }));
  const worktree = await openWorktree(user, repo);
  let tip = user.git("rev-parse", "HEAD");
  for (const [index, acts] of DAMAGE.entries()) {
    const write = toWrite(`new-${index}`, "new\n");
    await worktree.apply(write);
    const ran = await runIn(worktree, user, "node", rudeProgram("edits-the-repo"), ...acts);
    expect(ran, ran.stderrTail).toMatchObject({ exitCode: 0 });
    if (index % 2 === 0) await worktree.drift([write]);
    const sealed = await worktree.commit("x", [write]);
    expect(sealed, acts.join()).toMatchObject({ ok: true });
    await worktree.reset();

    expect(user.git("diff-tree", "-r", "--name-status", tip, "work"), acts.join()).toBe(`A\tnew-${index}`);
    const [before, after = ""] = user.git("rev-parse", "work~1", "work").split("\n");
    expect(before).toBe(tip);
    tip = after;
    const seen = await runIn(worktree, user, "git", "status", "--porcelain=v2", "--branch", "--ignored");
    expect(seen.stdoutTail, acts.join()).toBe(`# branch.oid ${tip}\n# branch.head (detached)\n`);
    expect(existsSync(join(worktree.root, "stray")), acts.join()).toBe(false);
    expect(readFileSync(join(worktree.root, "README.md"), "utf8")).toBe("hello\n");
  }
  expect(user.git("status", "--porcelain", "--ignored")).toBe("");
});

test("drift names what commands changed, except __pycache__ and llmch's own build folder", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "README.md": "hello\n", "keep.txt": "1\n" }));
  const worktree = await openWorktree(user, repo);
  const write = toWrite("src/a.py", "a = 1\n");
  await worktree.apply(write);
  mkdirSync(join(worktree.root, "src/__pycache__"));
  put(worktree.root, "src/__pycache__/a.pyc", "x");
  mkdirSync(join(worktree.root, "src/cmake-build-llmch"));
  put(worktree.root, "src/cmake-build-llmch/CMakeCache.txt", "x");
  expect(await worktree.drift([write])).toEqual([]);
  put(worktree.root, "keep.txt", "2\n");
  put(worktree.root, "src/a.py", "a = 2\n");
  expect(await worktree.drift([write])).toEqual(["keep.txt", "src/a.py"]);
});

test("attributes that a command plants do not change what is committed", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  const write = toWrite("a.txt", "one\r\n");
  await worktree.apply(write);
  put(worktree.root, ".gitattributes", "* text\n");
  await worktree.drift([write]);
  expect((await worktree.commit("x", [write])).ok).toBe(true);
  expect(user.git("cat-file", "-s", "work:a.txt")).toBe("5");
});

test.each([
  ["proposes", [toWrite(".gitattributes", "*.bin filter=lfs\n"), toWrite("a.bin", "x\n")]],
  ["has landed before", [toWrite("a.bin", "x\n")]],
])("no file is committed raw past a filter that an order %s", async (when, changes) => {
  const { user, repo } = await openUser(throwawayRepo());
  user.git("config", "filter.lfs.clean", "tr a-z A-Z");
  const worktree = await openWorktree(user, repo);
  if (when !== "proposes") await seal(worktree, toWrite(".gitattributes", "*.bin filter=lfs\n"));
  for (const change of changes) await worktree.apply(change);
  const issues = ["a.bin passes through the git filter lfs, which llmch does not run"];
  expect(await worktree.commit("x", changes)).toEqual({ ok: false, issues });
});

test("the branch moves only from where it is expected", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const worktree = await openWorktree(user, repo);
  user.git("branch", "work");
  const write = toWrite("a", "1");
  await worktree.apply(write);
  const sealed = await worktree.commit("x", [write]);
  expect(sealed).toMatchObject({ ok: false, issues: [expect.stringContaining("the branch work moved meanwhile")] });
  expect(user.git("rev-parse", "work")).toBe(user.git("rev-parse", "HEAD"));
  const kept = /git branch <name> ([0-9a-f]+)/.exec(sealed.ok ? "" : sealed.issues[0])?.[1] ?? "";
  expect(user.git("cat-file", "blob", `${kept}:a`)).toBe("1");
  await worktree.reset();
  expect(await worktree.presentFiles()).toEqual(["README.md"]);
});

test("it works from a linked worktree, a subfolder, a detached HEAD and without an identity, and leaves no trace", async () => {
  const { user } = await openUser(throwawayRepo({ "README.md": "hello\n", "src/a": "a\n" }));
  user.git("worktree", "add", "--quiet", "--detach", join(user.folder, "linked"));
  const repo = await open({ path: join(user.folder, "linked/src"), env: { ...user.env, HOME: user.folder } });
  expect(repo.root).toBe(join(user.folder, "linked"));
  expect(await repo.head()).toEqual({ commit: user.git("rev-parse", "HEAD"), branch: null });
  const worktree = await openWorktree(user, repo);
  await seal(worktree, toWrite("b", "1"));
  expect(existsSync(worktree.root)).toBe(true);
  expect(await worktree.remove()).toEqual({ ok: true, value: null });
  expect(existsSync(dirname(worktree.root))).toBe(false);
  expect(readdirSync(join(user.path, ".git/worktrees"))).toEqual(["linked"]);
  expect(user.git("cat-file", "blob", "work:b")).toBe("1");
  expect(user.git("log", "-1", "--format=%an <%ae> %cn <%ce>", "work")).toBe(
    "llmch <llmch@localhost> llmch <llmch@localhost>",
  );
  expect(user.git("config", "--local", "--list")).not.toContain("user.");
});

test("it works from a shallow clone with a sparse checkout, and is still complete", async () => {
  const user = throwawayRepo({ "src/a": "a\n", "docs/b": "b\n" });
  onTestFinished(user.remove);
  user.commit("second");
  const path = join(user.folder, "clone");
  user.git("clone", "--quiet", "--depth=1", `file://${user.path}`, path);
  user.git("-C", path, "sparse-checkout", "set", "src");
  const clone = { ...user, path, git: (...args: string[]) => user.git("-C", path, ...args) };
  const worktree = await openWorktree(clone, await open(clone));
  expect(await worktree.presentFiles()).toEqual(["docs/b", "src/a"]);
  await seal(worktree, toWrite("docs/b", "2\n", "b\n"), toWrite("other/c", "3\n"));
  expect(clone.git("diff-tree", "-r", "--name-status", "work~1", "work")).toBe("M\tdocs/b\nA\tother/c");
  expect(clone.git("status", "--porcelain")).toBe("");
});

test("it is never made inside the user's checkout, and an interrupted start leaves nothing", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const before = process.env.TMPDIR;
  mkdirSync(join(user.path, "tmp"));
  process.env.TMPDIR = join(user.path, "tmp");
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const worktree = await openWorktree(user, repo);
  expect(repo.contains(worktree.root)).toBe(false);
  await worktree.remove();
  const stopped = openWorktree(user, repo, { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow("interrupted");
  expect(existsSync(join(user.path, ".git/worktrees"))).toBe(false);
});

test.each([
  ["mypkg", "mypkg"],
  ["a:b", "repo"],
])("the worktree of %s has a short path, and that name if paths can hold it: %s", async (name, expected) => {
  const made = throwawayRepo();
  const path = join(made.folder, name);
  renameSync(made.path, path);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: path, encoding: "utf8" }).trim();
  const { user, repo } = await openUser({ ...made, path, git });
  const { root } = await openWorktree(user, repo);
  expect(root.slice(temporaryDirectory(user.env).length)).toMatch(new RegExp(`^/llmch-[0-9a-f]{12}/${expected}$`));
});

test("a file counts only if it is inside the tree", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "real/a": "a\n" }));
  symlinkSync("real/a", join(user.path, "inside"));
  symlinkSync("/etc/hostname", join(user.path, "outside"));
  user.commit();
  const worktree = await openWorktree(user, repo);
  const isFile = (path: string) => worktree.isFile(toWrite(path, "").path);
  expect(await Promise.all(["real/a", "inside", "outside", "real", "none"].map(isFile))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a name that is not UTF-8 stays as it is", async () => {
  const { user } = await openUser(throwawayRepo());
  const name = Buffer.concat([Buffer.from(`${user.path}/`), Buffer.from([0x62, 0xff])]);
  writeFileSync(name, "raw\n");
  user.commit();
  const repo = await open(user);
  const worktree = await openWorktree(user, repo);
  expect(await worktree.trackedFiles()).toEqual(["README.md"]);
  const write = toWrite("a", "1");
  await worktree.apply(write);
  expect(await worktree.drift([write])).toEqual([]);
  expect((await worktree.commit("x", [write])).ok).toBe(true);
  await worktree.reset();
  expect(user.git("-c", "core.quotePath=true", "diff-tree", "-r", "--name-only", "work~1", "work")).toBe("a");
  expect(readdirSync(worktree.root, "latin1").sort()).toEqual([".git", "README.md", "a", "b\u00ff"]);
});

test.each([
  ["the tree", (root: string) => root],
  ["the folder around it", (root: string) => dirname(root)],
])("a link that a command put in place of %s leads nobody to the user's files", async (_, placeOf) => {
  const { user, repo } = await openUser(throwawayRepo({ a: "1\n" }));
  user.write("mine", "unsaved\n");
  const worktree = await openWorktree(user, repo);
  const root = placeOf(worktree.root);
  await runIn(worktree, user, "sh", "-c", `cd / && mv '${root}' '${root}-gone' && ln -s '${user.path}' '${root}'`);
  await worktree.reset().catch(() => {});
  await worktree.remove();
  rmSync(`${root}-gone`, { recursive: true, force: true });
  expect(user.git("status", "--porcelain")).toBe("?? mine");
  expect([user.read("a"), user.read("mine"), readdirSync(user.path).sort()]).toEqual([
    "1\n",
    "unsaved\n",
    [".git", "a", "mine"],
  ]);
});

test("folders deeper than the longest path do no harm, and are gone after a reset", async () => {
  const { user, repo } = await openUser(throwawayRepo({ a: "1\n" }));
  const worktree = await openWorktree(user, repo);
  const deepen = `for (let i = 0; i < 1500; i++) { fs.mkdirSync("deep"); process.chdir("deep"); }`;
  await runIn(worktree, user, process.execPath, "-e", deepen);
  const write = toWrite("b", "2\n");
  await worktree.apply(write);
  // Git lists no folders without files.
  expect(await worktree.drift([write])).toEqual([]);
  await worktree.reset();
  expect(readdirSync(worktree.root).sort()).toEqual([".git", "a"]);
  await runIn(worktree, user, process.execPath, "-e", deepen);
  expect(await worktree.remove()).toMatchObject({ ok: true });
  expect(existsSync(dirname(worktree.root))).toBe(false);
});
