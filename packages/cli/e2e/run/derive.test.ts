import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene } from "../scene.ts";

/** A package manager in miniature: it does not know every package, and its lock file has a timestamp. */
const MANAGER = `
import { readFileSync, writeFileSync } from "node:fs";
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
if ("left-pads" in dependencies) { console.error("E404 left-pads is not in this registry"); process.exit(1); }
writeFileSync("package-lock.json", JSON.stringify({ packages: dependencies, at: process.hrtime.bigint().toString() }));
writeFileSync("README.md", "spoilt");
writeFileSync("cache.tmp", "left behind");
`;
/** A formatter in miniature, which changes more than it should, and complains. */
const FORMATTER = `
import { readFileSync, writeFileSync } from "node:fs";
for (const path of process.argv.slice(2)) writeFileSync(path, readFileSync(path, "utf8").replace("more", "more;"));
writeFileSync("README.md", "spoilt");
process.exit(3);
`;
const LOCK = { command: "node tools/lock.mjs", files: ["package-lock.json"] };
const DERIVED = "attempt_2/derived/package-lock.json";

const manifest = (name: string) => `{ "dependencies": { "${name}": "1.0.0" } }\n`;

/** The first order adds a dependency in its second attempt; settings update the lock file whenever the manifest changes. */
const lockedScene = async (): Promise<Scene> => {
  const scene = createScene({
    files: {
      "README.md": "# Target\n",
      "package.json": '{ "dependencies": {} }\n',
      "package-lock.json": "{}\n",
      "tools/lock.mjs": MANAGER,
      "scripts/verify.sh": 'grep -q "left-pad" package-lock.json && grep -q Target README.md && test ! -e cache.tmp\n',
      "tools/format.mjs": FORMATTER,
      "llmch.config.json": JSON.stringify({
        setup: { derive: [{ ...LOCK, when: ["package.json"] }] },
        verify: { fix: [{ command: "node tools/format.mjs", files: ["*.js"] }] },
      }),
    },
  });
  scene.order({
    allowed_files: ["package.json"],
    postconditions: [{ kind: "file_contains", path: "package-lock.json", text: "left-pad" }],
    acceptance_commands: ["grep -q 1.0.0 package-lock.json"],
    derive: [LOCK],
  });
  scene.order({ id: "WO-02", title: "Say more", allowed_files: ["more.js"] });
  scene.order({ id: "WO-03", title: "Add another", allowed_files: ["package.json"] });
  const second = manifest("left-pad");
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "package.json": manifest("left-pads") }),
    "WO-01/attempt-2": scene.answer({ "package.json": second }),
    "WO-02/attempt-1": scene.answer({ "more.js": "more\n" }),
    "WO-03/attempt-1": scene.answer({ "package.json": manifest("left-pad-2") }, { "package.json": second }),
  });
  const once = await scene.run(["--branch", "once", "--max-attempts", "1"]);
  expect(once).toMatchObject({ code: 1, stderr: expect.stringContaining("attempt_1/derive_result.json") });
  const { code, stderr } = await scene.runAll(["--branch", "work"]);
  expect(stderr).toContain("makes package-lock.json");
  expect(code, stderr).toBe(0);
  return scene;
};

const trees = (scene: Scene, branch: string) => scene.git("log", "--format=%T", `main..${branch}`).split("\n");

test.concurrent("a dependency is added with its lock file, which a command makes, and a replay needs no command", async () => {
  const scene = await lockedScene();
  const files = (commit: string) => scene.git("show", "--name-only", "--format=", commit).split("\n");
  expect([files("work~2"), files("work~1"), files("work")]).toEqual([
    ["package-lock.json", "package.json"],
    ["more.js"],
    ["package-lock.json", "package.json"],
  ]);
  const [, first = "", second = ""] = scene.runs();
  const [failed, passed] = readJsonFile(first, "run_summary.json").attempts as Record<string, unknown>[];
  expect(failed).toMatchObject({
    stage: "verify_failed",
    failure_brief: { command: LOCK.command, exit_code: 1, primary_error_excerpt: expect.stringContaining("E404") },
  });
  expect(passed).toMatchObject({
    touched_files: ["package.json", "package-lock.json"],
    repo_drift: ["README.md", "cache.tmp"],
  });
  expect(readFileSync(join(first, DERIVED), "utf8")).toBe(scene.git("show", "work~2:package-lock.json"));
  expect(scene.git("show", "work:more.js")).toBe("more;");
  expect(readJsonFile(second, "attempt_1/derive_result.json")).toMatchObject({
    derive: [],
    fix: [{ command: "node tools/format.mjs", files: ["more.js"] }],
    drift: ["README.md"],
  });
  expect(readJsonFile(second, "run_summary.json").warnings).toEqual([
    "`node tools/format.mjs` (verify.fix) ended with exit code 3: the files stand as it left them",
  ]);
  const config = await scene.llmch(["config", "verify.fix", "--repo", scene.repo]);
  expect(config.stdout).toContain('fix 1  {"command":"node tools/format.mjs","files":["*.js"]}');

  const audit = () =>
    scene.llmch(["audit", "--branch", "work", "--repo", scene.repo, "--artifacts-dir", scene.artifacts]);
  expect(await audit()).toMatchObject({ code: 0 });
  const shown = await scene.llmch(["show", basename(first), "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/made +or changed by commands: package-lock\.json/);
  const report = await scene.llmch([
    "report",
    basename(first),
    "--artifacts-dir",
    scene.artifacts,
    "--out",
    join(scene.root, "r.html"),
  ]);
  expect(report.code, report.stderr).toBe(0);
  expect(readFileSync(join(scene.root, "r.html"), "utf8")).toContain("Made or changed by commands");

  const [schedule = ""] = scene.runs("run-all");
  const again = (branch: string, record: string, flags: readonly string[] = []) =>
    scene.llmch([
      ...["run-all", "wo", "--repo", scene.repo, "--branch", branch, "--commit-hash", "main", "--no-push"],
      ...["--artifacts-dir", join(scene.root, "again"), "--replay", record, ...flags],
    ]);
  const replayed = await again("replayed", schedule, ["--replay-strict"]);
  expect(replayed.code, replayed.stderr).toBe(0);
  expect(trees(scene, "replayed")).toEqual(trees(scene, "work"));
  // Exchanges alone do not hold what commands made, so these run again and give another timestamp.
  const alone = await again("alone", scene.record);
  expect(alone.code, alone.stderr).toBe(0);
  expect(scene.git("diff", "--name-only", "work", "alone")).toBe("package-lock.json");

  writeFileSync(join(first, DERIVED), "{}");
  const audited = await audit();
  expect(audited.code).toBe(2);
  expect(audited.stdout).toContain(`${DERIVED}  changed since the run ended`);
  const refused = await again("refused", schedule, ["--replay-strict"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("is not what the command made");
});
