import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, preparedOnce, readJsonFile, readJsonLines } from "../scene.ts";

/** Two orders; the first needs a second attempt after a command's output with paths and times in it. */
const recordedScene = preparedOnce(async () => {
  const scene = createScene({
    files: {
      "README.md": "# Target\n",
      "scripts/verify.sh": "pwd; date +%s%N; cat greet.js; ! grep -q wrong greet.js\n",
    },
  });
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["second.js"], context_files: ["greet.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "wrong\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "right\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  return scene;
});

test("a run's own record replays strictly in a fresh clone, to the same tree", async () => {
  const scene = await recordedScene();
  const record = join(scene.root, "recorded.jsonl");
  writeFileSync(
    record,
    scene
      .runs()
      .map((run) => readFileSync(join(run, "exchanges.jsonl"), "utf8"))
      .join(""),
  );
  const lines = readJsonLines(record) as JsonObject[];
  expect(lines.map(({ key }) => key)).toEqual(["WO-01/attempt-1", "WO-01/attempt-2", "WO-02/attempt-1"]);
  for (const line of lines) {
    expect(line).toMatchObject({
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      response: { text: expect.any(String) },
    });
    const members = [
      "key",
      "request_sha256",
      "request",
      "response",
      "usage",
      "model",
      "asked_model",
      "provider",
      "cost_usd",
      "duration_ms",
    ];
    expect(Object.keys(line)).toEqual(members);
  }
  const clone = join(scene.root, "a fresh clone");
  scene.git("clone", "-q", "--branch", "main", scene.repo, clone);
  const replay = ["--replay", record, "--replay-strict", "--no-push", "--artifacts-dir", join(scene.root, "again")];
  const { code, stdout } = await scene.llmch([
    "run-all",
    "wo",
    "--repo",
    clone,
    "--branch",
    "work",
    ...replay,
    "--json",
  ]);
  expect(code).toBe(0);
  const { runs } = JSON.parse(stdout) as { runs: { artifacts: string }[] };
  const trees = (folders: readonly string[]) =>
    folders.map((folder) => readJsonFile(folder, "run_summary.json").repo_tree_hash_after);
  expect(trees(runs.map(({ artifacts }) => artifacts))).toEqual(trees(scene.runs()));
  expect(trees(scene.runs())).toEqual([scene.git("rev-parse", "work~^{tree}"), scene.git("rev-parse", "work^{tree}")]);
});

test("--replay-strict refuses a record of another request, and names its key", async () => {
  const scene = await recordedScene();
  const [first = ""] = scene.runs();
  scene.order({ intent: "Something else." });
  const flags = ["--replay", join(first, "exchanges.jsonl")];
  const strict = await scene.run([...flags, "--replay-strict"]);
  expect(strict.code).toBe(1);
  expect(strict.stdout).toMatch(/^FAIL {2}WO-01 {2}exception /);
  expect(readJsonFile(scene.runs().at(-1) ?? "", "attempt_1/failure_brief.json")).toMatchObject({
    stage: "exception",
    primary_error_excerpt: expect.stringContaining("WO-01/attempt-1"),
  });
  expect((await scene.run(flags)).code).toBe(0);
});

test("--replay takes the beginning of a run's id that no other run has", async () => {
  const scene = await recordedScene();
  const [recorded = ""] = scene.runs("run-all").map((run) => basename(run));
  const replay = (name: string) =>
    scene.llmch([
      ...["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts],
      ...["--branch", `again-${name.length}`, "--replay", name],
    ]);
  expect((await replay(recorded.slice(0, -1).toLowerCase())).code).toBe(0);
  const ambiguous = await replay(recorded.slice(0, 3));
  expect([ambiguous.code, ambiguous.stderr]).toEqual([1, expect.stringContaining("there is no such file")]);
});

test("of two lines with one key the later counts, and blank lines are skipped", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": "no JSON" });
  writeFileSync(scene.record, "\n\r\n", { flag: "a" });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  expect((await scene.run()).code).toBe(0);
});

test("two replays write the same commits except for their run ids", async () => {
  const scene = await recordedScene();
  expect((await scene.runAll(["--branch", "again"])).code).toBe(0);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  const messages = (branch: string) => scene.git("log", "--format=%B", branch).replace(/^Llmch-Run: .*$/gm, "");
  expect(messages("again")).toBe(messages("work"));
  expect(existsSync(join(scene.repo, "greet.js"))).toBe(false);
});

test("a run-all replays by its id, its directory and its own file", async () => {
  const scene = await recordedScene();
  const [schedule = ""] = scene.runs("run-all");
  for (const [index, record] of [basename(schedule), schedule, join(schedule, "exchanges.jsonl")].entries()) {
    const flags = ["--branch", `again-${index}`, "--replay", record, "--replay-strict"];
    const { code, stderr } = await scene.runAll(flags);
    expect({ code, stderr: stderr.match(/^(?:error|warning).*/gm) }).toEqual({ code: 0, stderr: null });
    expect(scene.git("rev-parse", `again-${index}^{tree}`)).toBe(scene.git("rev-parse", "work^{tree}"));
  }
});

test("answers edited or duplicated since the run was sealed are reported, and refused if strict", async () => {
  const scene = await recordedScene();
  const [schedule = ""] = scene.runs("run-all");
  const [first = ""] = scene.runs();
  const record = join(first, "exchanges.jsonl");
  const [line = ""] = readFileSync(record, "utf8").split("\n");
  writeFileSync(record, `${line.replace("wrong", "right")}\n`, { flag: "a" });
  const said = `factory/${basename(first)}/exchanges.jsonl does not hold the answers that the run was sealed with`;
  const strict = await scene.runAll(["--branch", "strict", "--replay", schedule, "--replay-strict"]);
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain(`${said}: replay without --replay-strict`);
  const lenient = await scene.runAll(["--branch", "lenient", "--replay", schedule]);
  expect(lenient.code).toBe(0);
  expect(lenient.stderr).toContain(`${said}: they were changed since`);
});
