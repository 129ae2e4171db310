import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, readJsonLines, type Scene, writeFiles } from "../scene.ts";

/** A repo whose tests need what its setup makes; the count of setups is outside the repo. */
const sceneWith = (command: (scene: Scene) => string): Scene => {
  const scene = createScene({
    files: {
      ".gitignore": "node_modules/\n",
      "package-lock.json": "{}\n",
      "scripts/verify.sh": 'test "$(cat node_modules/dep/index.js)" = 1\necho 2 > node_modules/dep/index.js\n',
    },
  });
  scene.write({ "llmch.config.json": JSON.stringify({ setup: { commands: [command(scene)], share: "copy" } }) });
  scene.git("add", "--all");
  scene.git("commit", "--quiet", "--message", "settings");
  // The user's own folder is separate, and none of the setup's business.
  writeFiles(scene.repo, { "node_modules/dep/index.js": "user's\n" });
  const order = { acceptance_commands: ["test -s greet.js"] };
  scene.order(order);
  scene.order({ id: "WO-02", allowed_files: ["second.js"], acceptance_commands: ["test -s second.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  return scene;
};

/** How each setup of the scene's runs ended. */
const setupsOf = (scene: Scene): readonly JsonObject[] =>
  scene
    .runs()
    .flatMap((run) => readJsonLines(run, "events.jsonl"))
    .filter(isJsonObject)
    .filter((event) => event.type === "setup_finished");

test("dependencies are installed once per worktree, and the next run takes them from the cache", async () => {
  const scene = sceneWith(
    () => "sh -c 'echo installs; env; mkdir -p node_modules/dep; echo 1 > node_modules/dep/index.js; echo > stray'",
  );
  const env = { XDG_CACHE_HOME: join(scene.root, "cache"), OPENAI_API_KEY: "sk-canary-of-the-setup-1234567890" };
  const first = await scene.runAll(["--branch", "one"], { env });
  expect(first).toMatchObject({ code: 0 });
  expect(setupsOf(scene)).toMatchObject([{ ok: true, cached: false }]);
  const [run = ""] = scene.runs();
  const printed = readFileSync(join(run, "setup_0_stdout.txt"), "utf8");
  expect(printed).toMatch(/^installs$/m);
  expect(printed).not.toContain("sk-canary");
  const second = await scene.runAll(["--branch", "two"], { env });
  expect(second).toMatchObject({ code: 0 });
  expect(setupsOf(scene).map(({ cached }) => cached)).toEqual([false, true]);
  expect(scene.git("diff", "--name-only", "one", "two")).toBe("");
  expect(readFileSync(join(scene.repo, "node_modules/dep/index.js"), "utf8")).toBe("user's\n");
  expect(readdirSync(join(scene.root, "cache/llmch/setup"))).toHaveLength(1);
});

test("a setup that fails ends the run before a model is asked, and resume goes on once it is fixed", async () => {
  const scene = sceneWith(() => "sh -c 'echo no such package >&2; exit 7'");
  const env = { XDG_CACHE_HOME: join(scene.root, "cache") };
  const failed = await scene.runAll(["--branch", "work", "--json"], { env });
  expect(failed.code).toBe(1);
  const [run = ""] = scene.runs();
  const message = expect.stringMatching(
    /^the setup command `sh -c .*` failed with exit code 7: see .*setup_0_stderr\.txt, /,
  );
  expect(JSON.parse(failed.stdout)).toMatchObject({ verdict: "FAIL", errors: [{ code: "setup-failed", message }] });
  expect(readFileSync(join(run, "setup_0_stderr.txt"), "utf8")).toBe("no such package\n");
  expect([existsSync(join(run, "attempt_1")), scene.git("branch", "--list", "work")]).toEqual([false, ""]);
  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toContain("failed (exit 7)");

  const fixed = "sh -c 'mkdir -p node_modules/dep; echo 1 > node_modules/dep/index.js'";
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts], {
    env: { ...env, LLMCH_SETUP_COMMANDS: fixed },
  });
  expect(resumed).toMatchObject({ code: 0 });
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js\nsecond.js");
});

test("a file that git ignores is brought for commands alone; the head names what is not, and an allowed file that git ignores", async () => {
  const scene = createScene({
    files: {
      ".gitignore": ".env\ndist/\n",
      "llmch.config.json": JSON.stringify({ setup: { copy: [".env", "missing.txt"] } }),
      "scripts/verify.sh": '. ./.env\ntest "$PORT" = 8080\n',
    },
  });
  writeFiles(scene.repo, { ".env": "PORT=8080\nDB_PASSWORD=canary-of-the-database\n" });
  scene.order({
    allowed_files: ["dist/app.js"],
    postconditions: [],
    acceptance_commands: ["sh -c '. ./.env; echo $DB_PASSWORD; test -s dist/app.js'"],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "dist/app.js": "1\n" }) });
  const run = await scene.run(["--branch", "work"]);
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).toContain("setup.copy does not bring all that it names: missing.txt is not there");
  expect(run.stderr).toMatch(/W233.*dist\/app\.js/);
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("dist/app.js");
  const [folder = ""] = scene.runs();
  expect(readFileSync(join(folder, "attempt_1/acceptance_0_stdout.txt"), "utf8")).not.toContain("canary");
});
