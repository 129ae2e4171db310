import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, gitIn, type Scene } from "../scene.ts";

/** A scene whose order passes, and a bare remote beside it. */
const remoteScene = (): { readonly scene: Scene; readonly remote: (...args: string[]) => string } => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const path = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", path);
  scene.git("remote", "add", "origin", path);
  return { scene, remote: gitIn(path) };
};

test.concurrent("pushes each commit to the branch's remote", async () => {
  const { scene, remote } = remoteScene();
  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({ "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }) });
  const { code, stderr } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stderr).toContain(`\npushes each commit to origin (${join(scene.root, "remote.git")})\n`);
  expect(stderr.match(/pushed to origin/g)).toHaveLength(2);
  expect(stderr).not.toContain("warning");
  expect(remote("rev-parse", "work")).toBe(scene.git("rev-parse", "work"));
  expect(scene.git("rev-parse", "--abbrev-ref", "work@{upstream}")).toBe("origin/work");
});

test.concurrent("with --push end nothing of a run that fails is pushed, and its resumption pushes all at once", async () => {
  const { scene, remote } = remoteScene();
  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({ "WO-02/attempt-1": "no answer" });
  const failed = await scene.runAll(["--branch", "work", "--push", "end", "--max-attempts", "1"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("once, when every order has passed");
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
  expect(remote("for-each-ref")).toBe("");
  scene.answers({ "WO-02/attempt-2": scene.answer({ "second.js": "2\n" }) });
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1"]);
  expect(resumed.code).toBe(0);
  expect(resumed.stderr.match(/pushed to origin/g)).toHaveLength(1);
  expect(remote("rev-parse", "work")).toBe(scene.git("rev-parse", "work"));
});

test.concurrent.each([
  ["--no-push", ["--no-push"], {}],
  ["--push never", ["--push", "never"], {}],
  ["the variable", [], { LLMCH_FACTORY_PUSH: "never" }],
])("pushes nothing with %s", async (_, flags, env) => {
  const { scene, remote } = remoteScene();
  const { code, stdout, stderr } = await scene.run(["--branch", "work", ...flags, "--json"], { env });
  expect(code).toBe(0);
  expect(stderr).toContain("\npushes nothing: push is never\n");
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [] });
  expect(remote("for-each-ref")).toBe("");
});

test.concurrent("a push that fails is a warning, and the order passed", async () => {
  const { scene } = remoteScene();
  scene.git("remote", "set-url", "origin", "http://me:hunter2@127.0.0.1:9/x.git");
  const { code, stdout, stderr } = await scene.run(["--branch", "work", "--json"]);
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
});

test.concurrent("a remote that refuses is a warning, and nothing there is overwritten", async () => {
  const { scene, remote } = remoteScene();
  scene.git("push", "-q", "origin", "main:work");
  const other = scene.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}");
  scene.git("push", "-q", "origin", `${other}:refs/heads/work`);
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stderr).toContain("warning: the push failed");
  expect(remote("rev-parse", "work")).toBe(other);
});

test.concurrent("without a remote there is nothing to push, and no warning", async () => {
  const { scene } = remoteScene();
  scene.git("remote", "remove", "origin");
  const { code, stdout, stderr } = await scene.run(["--json"]);
  expect(code).toBe(0);
  expect(stderr).toContain("\npushes nothing: the repo has no remote\n");
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [] });
});
