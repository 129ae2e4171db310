import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, gitIn, readJsonFile, type Scene, type SceneOptions } from "../scene.ts";

/** A scene with an order for `greet.js` and its answer. */
const greetScene = (options: SceneOptions = {}): Scene => {
  const scene = createScene(options);
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  return scene;
};

test.concurrent("leaves the checkout alone if the user is on another branch", async () => {
  const scene = greetScene();
  const { refs: before, ...standing } = scene.checkout();
  const { code } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  const { refs: after, ...now } = scene.checkout();
  expect(now).toEqual(standing);
  expect(after).toBe(`${before}\nrefs/heads/work ${scene.git("rev-parse", "work")}`);
  expect(scene.git("log", "--format=%s", "work")).toBe("WO-01: Greet by name\nstart");
});

test.concurrent("brings a clean checkout of the branch forward, index and all", async () => {
  const scene = greetScene({ files: { "README.md": "# Target\n", ".gitignore": "*.log\n" } });
  scene.git("checkout", "-q", "-b", "work");
  scene.write({ "mine.log": "kept\n" });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  expect(readFileSync(join(scene.repo, "greet.js"), "utf8")).toBe("1\n");
  expect(readFileSync(join(scene.repo, "mine.log"), "utf8")).toBe("kept\n");
  expect(scene.git("status", "--porcelain", "--branch")).toBe("## work");
  expect(scene.git("log", "--format=%s")).toBe("WO-01: Greet by name\nstart");
});

test.concurrent("overwrites no ignored file of the user's when it brings the checkout forward", async () => {
  const scene = greetScene({ files: { ".gitignore": "greet.js\n" } });
  scene.git("checkout", "-q", "-b", "work");
  scene.write({ "greet.js": "mine\n" });
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/warning: work is now at .* stayed behind/);
  expect(readFileSync(join(scene.repo, "greet.js"), "utf8")).toBe("mine\n");
  expect(scene.git("show", "work:greet.js")).toBe("1");
});

test.concurrent("starts from an existing branch's tip, wherever HEAD is", async () => {
  const scene = greetScene();
  scene.git("checkout", "-q", "-b", "work");
  const tip = scene.commit({ "greet.js": "0\n" });
  scene.git("checkout", "-q", "main");
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }, { "greet.js": "0\n" }) });
  expect((await scene.run(["--branch", "work", "--reuse-branch", "--commit-hash", tip.slice(0, 12)])).code).toBe(0);
  expect(scene.git("rev-parse", "work^")).toBe(tip);
  expect(readJsonFile(scene.runs()[0] ?? "", "run_summary.json")).toMatchObject({ baseline_commit: tip });
});

test.concurrent("starts a new branch from --commit-hash", async () => {
  const scene = greetScene();
  const start = scene.git("rev-parse", "HEAD");
  scene.commit({ "greet.js": "later\n" });
  expect((await scene.run(["--branch", "work", "--commit-hash", "HEAD~1"])).code).toBe(0);
  expect(scene.git("rev-parse", "work^")).toBe(start);
});

test.concurrent("takes a detached HEAD with --branch", async () => {
  const scene = greetScene();
  scene.git("checkout", "-q", "--detach");
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  expect(scene.git("rev-parse", "work^")).toBe(scene.git("rev-parse", "HEAD"));
  expect(readFileSync(join(scene.repo, ".git/HEAD"), "utf8")).toMatch(/^[0-9a-f]{40}\n$/);
});

test.concurrent("works from a linked worktree, and from a folder below the root", async () => {
  const scene = greetScene();
  const linked = join(scene.root, "linked");
  scene.git("worktree", "add", "-q", "-b", "work", linked);
  mkdirSync(join(linked, "below"));
  const standing = scene.checkout();
  const argv = ["run", "--work-order", join(scene.orders, "WO-01.json"), "--replay", scene.record];
  const { code } = await scene.llmch([...argv, "--branch", "work", "--artifacts-dir", scene.artifacts], {
    cwd: join(linked, "below"),
  });
  expect(code).toBe(0);
  expect(readFileSync(join(linked, "greet.js"), "utf8")).toBe("1\n");
  expect(gitIn(linked)("status", "--porcelain")).toBe("");
  expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });
  expect(scene.git("worktree", "list").split("\n")).toHaveLength(2);
});

test.concurrent("--allow-dirty starts from HEAD, and keeps the changes", async () => {
  const scene = greetScene({ files: { "README.md": "# Target\n", "greet.js": "0\n" } });
  scene.write({ "greet.js": "mine\n", "new.txt": "mine\n" });
  scene.git("add", "new.txt");
  const { refs: _, ...standing } = scene.checkout();
  expect((await scene.run(["--allow-dirty", "--branch", "work"])).code).toBe(0);
  const { refs: __, ...now } = scene.checkout();
  expect(now).toEqual(standing);
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js");
});

test.concurrent("untracked files that no order may write refuse nothing and stay, also on the branch that is brought forward", async () => {
  const scene = greetScene();
  scene.git("switch", "--quiet", "--create", "work");
  scene.write({ "notes.txt": "mine\n", "deep/er/draft.md": "mine\n" });
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/brought forward|stayed behind/) });
  expect(scene.git("status", "--porcelain")).toBe("?? deep/\n?? notes.txt");
  expect(scene.git("show", "--format=", "--name-only", "HEAD")).toBe("greet.js");
});

test.concurrent("the artifacts root and the orders' directory inside the repo do not count as dirty and are not committed", async () => {
  const scene = createScene();
  const orders = join(scene.repo, "plan/wo");
  mkdirSync(orders, { recursive: true });
  for (const number of [1, 2]) {
    const id = `WO-0${number}`;
    const path = scene.order({ id, allowed_files: [`file-${number}.txt`] });
    writeFileSync(join(orders, `${id}.json`), readFileSync(path));
    scene.answers({ [`${id}/attempt-1`]: scene.answer({ [`file-${number}.txt`]: `${number}\n` }) });
  }
  scene.git("checkout", "-q", "-b", "work");
  const argv = ["run-all", "plan/wo", "--replay", scene.record, "--branch", "work"];
  for (const passed of [2, 2]) {
    const { code, stdout, stderr } = await scene.llmch(argv, { cwd: scene.repo });
    expect(stderr).not.toContain("stayed behind");
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`PASS  ${passed} of 2 orders`) });
  }
  expect(scene.git("status", "--porcelain")).toBe("?? artifacts/\n?? plan/");
  expect(scene.git("log", "--format=%s").split("\n")).toHaveLength(3);
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("file-1.txt\nfile-2.txt");

  scene.write({ "README.md": "mine\n" });
  const dirty = await scene.llmch(argv, { cwd: scene.repo });
  expect(dirty).toMatchObject({ code: 1, stderr: expect.stringContaining("(README.md)") });
});

test.concurrent("changes still count as dirty if the orders are reached by a link to the repo", async () => {
  const scene = greetScene();
  symlinkSync(scene.repo, join(scene.root, "link"));
  scene.write({ "WO-01.json": readFileSync(join(scene.orders, "WO-01.json"), "utf8"), "README.md": "mine\n" });
  const flags = ["--work-order", join(scene.root, "link/WO-01.json")];
  const refused = await scene.run(flags);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("the checkout has changes (README.md)") });
  scene.git("checkout", "README.md");
  expect((await scene.run(flags)).code).toBe(0);
});

test.concurrent("two runs at once do not disturb each other", async () => {
  const scene = greetScene();
  const [one, other] = await Promise.all([scene.run(["--branch", "one"]), scene.run(["--branch", "other"])]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(scene.git("rev-parse", "one^{tree}")).toBe(scene.git("rev-parse", "other^{tree}"));
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent.each(["origin", "fork"])("a run on the default branch of %s says so", async (remote) => {
  const scene = greetScene();
  if (remote === "fork") scene.git("config", "remote.pushDefault", remote);
  const bare = join(scene.root, "bare");
  scene.git("clone", "--quiet", "--bare", scene.repo, bare);
  gitIn(bare)("branch", "stable/1.x", "main");
  gitIn(bare)("symbolic-ref", "HEAD", "refs/heads/stable/1.x");
  scene.git("remote", "add", remote, bare);
  scene.git("fetch", "--quiet", remote);
  scene.git("remote", "set-head", remote, "--auto");
  const warning = `warning: stable/1.x is the default branch of ${remote}: name another --branch if others build on it`;
  const flags = ["--branch"];
  expect((await scene.run([...flags, "work"])).stderr).not.toContain("default branch");
  expect(await scene.run([...flags, "stable/1.x"])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(warning),
  });
});
