import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, gitIn, type Scene } from "../scene.ts";

/** A scene whose order passes, and a bare remote beside it. */
const remoteScene = (): { readonly scene: Scene; readonly remote: (...args: string[]) => string } => {
  const scene = createScene({ files: { "scripts/verify.sh": "true\n" } });
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const path = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", path);
  scene.git("remote", "add", "origin", path);
  return { scene, remote: gitIn(path) };
};

test.concurrent("--push pushes each commit to the branch's remote", async () => {
  const { scene, remote } = remoteScene();
  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({ "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }) });
  const { code, stderr } = await scene.runAll(["--branch", "work", "--push"]);
  expect(code).toBe(0);
  expect(stderr).toContain(`\npushes each commit to origin (${join(scene.root, "remote.git")})\n`);
  expect(stderr.match(/pushed to origin/g)).toHaveLength(2);
  expect(stderr).not.toContain("warning");
  expect(remote("rev-parse", "work")).toBe(scene.git("rev-parse", "work"));
  expect(scene.git("rev-parse", "--abbrev-ref", "work@{upstream}")).toBe("origin/work");
});

test.concurrent("with --push end, a run that fails pushes nothing, and its resumption pushes all at once", async () => {
  const { scene, remote } = remoteScene();
  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({ "WO-02/attempt-1": "no answer" });
  const failed = await scene.runAll(["--branch", "work", "--push", "end", "--max-attempts", "1"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("once, when every order has passed");
  expect(failed.stderr).toContain("\nnothing was pushed: the whole run must have passed before\n");
  expect(failed.stderr).not.toContain("git diff");
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
  expect(remote("for-each-ref")).toBe("");
  scene.answers({ "WO-02/attempt-2": scene.answer({ "second.js": "2\n" }) });
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1"]);
  expect(resumed.code).toBe(0);
  expect(resumed.stderr.match(/pushed to origin/g)).toHaveLength(1);
  expect(resumed.stderr).toContain(`\npushed work to origin (${join(scene.root, "remote.git")})\n`);
  expect(resumed.stdout).toContain("PASS  2 of 2 orders (1 done before)  on work");
  const told = (command: string) =>
    `  llmch ${command} ${basename(scene.runs("run-all")[0] ?? "")} --artifacts-dir ${scene.artifacts}`;
  const next = ["next:", told("diff"), told("pr"), `  git -C ${scene.repo} merge work`];
  expect(resumed.stderr.trimEnd().split("\n").slice(-4)).toEqual(next);
  expect(remote("rev-parse", "work")).toBe(scene.git("rev-parse", "work"));
});

test.concurrent.each([
  ["no flag", [], {}],
  ["--no-push", ["--no-push"], { LLMCH_FACTORY_PUSH: "each" }],
  ["--push never", ["--push", "never"], {}],
])("pushes nothing with %s", async (_, flags, env) => {
  const { scene, remote } = remoteScene();
  const { code, stdout, stderr } = await scene.run(["--branch", "work", ...flags, "--json"], { env });
  expect(code).toBe(0);
  expect(stderr).toContain("\npushes nothing\n");
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [], push: { mode: "never", pushed: false, remote: "origin" } });
  expect(stderr).not.toContain("git diff");
  expect(remote("for-each-ref")).toBe("");
});

test.concurrent("a push that fails is a warning, and the order passed", async () => {
  const { scene, remote } = remoteScene();
  scene.git("remote", "set-url", "origin", "http://me:hunter2@127.0.0.1:9/x.git");
  const { code, stdout, stderr } = await scene.run(["--branch", "work", "--push", "each", "--json"]);
  expect(code).toBe(0);
  expect(stderr).toContain("(http://127.0.0.1:9/x.git)");
  expect(stderr + stdout).not.toContain("hunter2");
  expect(stderr).toContain("warning: the push failed");
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    verdict: "PASS",
    warnings: [{ message: expect.stringMatching(/^WO-01: the push failed: origin: /) }],
  });
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");

  // The run has passed: only its push is left, which its resumption does, recording nothing.
  const [, resume = ""] = /^the push failed: .*\nretry with `llmch (resume [^`]+)`$/m.exec(stderr) ?? [];
  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/^ {2}push {5}work was not pushed by the run: the push failed: origin: /m);
  expect(shown.stdout).toContain(`llmch ${resume}`);
  const before = readFileSync(join(scene.runs()[0] ?? "", "events.jsonl"), "utf8");
  const again = await scene.llmch([...resume.split(" "), "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ verdict: "REFUSED", errors: [{ code: "push-failed" }] });
  expect(again.stderr + again.stdout).not.toContain("hunter2");
  scene.git("remote", "set-url", "origin", join(scene.root, "remote.git"));
  const resumed = await scene.llmch(resume.split(" "));
  expect(resumed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^PASS {2}pushed [0-9a-f]{10} to origin, branch work$/m),
  });
  expect(remote("rev-parse", "work")).toBe(scene.git("rev-parse", "work"));
  expect(readFileSync(join(scene.runs()[0] ?? "", "events.jsonl"), "utf8")).toBe(before);
  expect((await scene.llmch([...resume.split(" "), "--no-push"])).stderr).toContain("has passed");
});

test.concurrent("show says that a run-all has not pushed what its orders made", async () => {
  const { scene } = remoteScene();
  const pushed = await scene.runAll(["--branch", "work", "--push"]);
  expect(pushed.code).toBe(0);
  const show = ["show", "--artifacts-dir", scene.artifacts];
  expect((await scene.llmch(show)).stdout).not.toMatch(/^ {2}push /m);
  scene.git("remote", "set-url", "origin", join(scene.root, "gone.git"));
  expect((await scene.runAll(["--branch", "other", "--push"])).code).toBe(0);
  const [, run = ""] = scene.runs("run-all").map((folder) => basename(folder));
  const { stdout } = await scene.llmch(show);
  expect(stdout).toMatch(/^ {2}push {5}other was not pushed by the run: the push failed: origin: /m);
  expect(stdout).toContain(`llmch resume ${run} --artifacts-dir ${scene.artifacts}`);
  const told = await scene.llmch([...show, "--json"]);
  expect(JSON.parse(told.stdout)).toMatchObject({ owed_push: { branch: "other", repo: scene.repo } });
});

test.concurrent("a remote that refuses is a warning, and nothing there is overwritten", async () => {
  const { scene, remote } = remoteScene();
  scene.git("push", "-q", "origin", "main:work");
  const other = scene.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}");
  scene.git("push", "-q", "origin", `${other}:refs/heads/work`);
  const { code, stderr } = await scene.run(["--branch", "work", "--push"]);
  expect(code).toBe(0);
  expect(stderr).toContain("warning: the push failed");
  expect(remote("rev-parse", "work")).toBe(other);
});

test.concurrent("without a remote there is nothing to push, and no warning", async () => {
  const { scene } = remoteScene();
  scene.git("remote", "remove", "origin");
  const { code, stdout, stderr } = await scene.run(["--push", "--json"]);
  expect(code).toBe(0);
  expect(stderr).toContain("\npushes nothing: the repo has no remote\n");
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [] });
});
