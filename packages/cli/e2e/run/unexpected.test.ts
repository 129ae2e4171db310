import { chmodSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, writeFiles } from "../scene.ts";

test.concurrent("a commit that fails is exit 2, never a PASS", async () => {
  const scene = createScene();
  // Somebody creates the branch while the order runs.
  scene.order({ acceptance_commands: [`sh -c "test -e greet.js && git -C '${scene.repo}' branch work"`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stdout } = await scene.run(["--branch", "work", "--no-sandbox", "--json"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    exit_code: 2,
    verdict: "ERROR",
    commit: null,
    counts: { passed: 0, attempts: 1 },
    errors: [{ code: "unexpected", message: expect.stringContaining("git branch <name> ") }],
  });
  expect(scene.git("rev-parse", "work")).toBe(scene.git("rev-parse", "main"));
  expect(scene.leftovers()).toEqual([]);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    verdict: "ERROR",
    exit_code: 2,
    repo_tree_hash_after: null,
    rollback_failed: false,
    attempts: [{ verdict: "ERROR", stage: null, touched_files: ["greet.js"] }],
  });
});

test.concurrent("an unexpected fault is exit 2 after the rollback, without a stack trace", async () => {
  const scene = createScene();
  const runs = `${scene.artifacts}/factory`;
  // In one step: a folder that is being written to cannot always be removed.
  scene.order({
    acceptance_commands: [`sh -c "test -e greet.js || exit 1; mv '${runs}' '${runs}-gone' && touch '${runs}'"`],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const standing = scene.checkout();
  const { code, stdout, stderr } = await scene.run(["--no-sandbox"]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^ERROR {2}WO-01 {2}/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(scene.checkout()).toEqual(standing);
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("a run-all stops at an unexpected fault with its code", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: [`sh -c "test -e greet.js && git -C '${scene.repo}' branch work"`] });
  scene.order({ id: "WO-02" });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stdout } = await scene.runAll(["--branch", "work", "--no-sandbox"]);
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^ERROR {2}WO-01 {2}not committed: .*\nERROR {2}0 of 2 orders passed; WO-01 ended in an error {2}on work\n$/,
  );
  expect(scene.runs()).toHaveLength(1);
});

test.concurrent("a fault after the commit is reported, and ends with 2 though the commit stands", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  // The remote's own hook runs at the push, and removes the run's record.
  const runs = `${scene.artifacts}/factory`;
  writeFiles(remote, { "hooks/post-receive": `#!/bin/sh\nmv '${runs}' '${runs}-gone'; touch '${runs}'\n` });
  chmodSync(join(remote, "hooks/post-receive"), 0o755);
  const { code, stdout, stderr } = await scene.run(["--branch", "work", "--push"]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^PASS {2}WO-01 /);
  expect(stderr).toMatch(/^error: after the commit: .*record could not be finished/m);
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("a run-all whose first order cannot be recorded ends with that fault, and is resumed", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  // Where the folders of orders' runs are made; on a full disk it is the same.
  writeFiles(scene.artifacts, { factory: "" });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--no-sandbox"]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^ERROR {2}WO-01 {2}.*\nERROR {2}0 of 1 order passed; WO-01 ended in an error {2}on work\n$/);
  expect(stderr).not.toContain("unexpected");
  expect(stderr).not.toContain("read next:");
  const [run = ""] = scene.runs("run-all");
  expect(stderr).toContain(`to continue:\n  llmch resume ${basename(run)}`);
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "ERROR", exit_code: 2 });
  expect(scene.leftovers()).toEqual([]);
  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/^warning: WO-01: /m);
  expect(shown.stdout).toContain(`llmch resume ${basename(run)}`);
  expect(shown.stdout).not.toContain("--order");
  rmSync(join(scene.artifacts, "factory"));
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts, "--no-sandbox"]);
  expect(resumed.code).toBe(0);
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
});
