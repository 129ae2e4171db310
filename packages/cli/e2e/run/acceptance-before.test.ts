import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

const eventsOf = (run: string | undefined, type: string): readonly JsonObject[] =>
  readJsonLines(run ?? "", "events.jsonl")
    .filter(isJsonObject)
    .filter((event) => event.type === type);

/** A plan of one order, compiled from its answer. */
const planned = async (scene: Scene, order: Readonly<Record<string, JsonValue>>): Promise<void> => {
  writeFileSync(join(scene.root, "spec.txt"), "Tell what overlaps.\n");
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1, order)])) });
  const at = ["--repo", scene.repo, "--outdir", scene.orders, "--artifacts-dir", scene.artifacts];
  expect(await scene.llmch(["plan", "--spec", "spec.txt", ...at, "--replay", scene.record])).toMatchObject({ code: 0 });
};

const FILES = { "README.md": "# Overlaps\n", "src/overlap.js": "exports.overlaps = () => [];\n" };
const STUB = { "src/overlap.js": "exports.overlaps = () => [\n];\n", "test/overlap.test.js": "" };
const HOLDS = ["grep -q Overlaps README.md", "node -e \"require('./src/overlap.js').overlaps()\""];
const order = (acceptance_commands: readonly string[], more: Readonly<Record<string, JsonValue>> = {}) => ({
  preconditions: [],
  postconditions: Object.keys(STUB).map((path) => ({ kind: "file_exists", path })),
  allowed_files: Object.keys(STUB),
  context_files: ["src/overlap.js"],
  acceptance_commands,
  fulfils: ["Tell what overlaps."],
  ...more,
});

test("in a compiled plan, a stub, an empty test and a grep that held before get no PASS, and cost nothing", async () => {
  const scene = createScene({ files: FILES });
  await planned(scene, order(HOLDS));
  scene.answers({ "WO-01/attempt-1": scene.answer(STUB) });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work"]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-01 {2}preflight \(1 attempt/)]);
  expect(stderr).toMatch(
    /\[W221\] the acceptance holds before the work.*`grep -q Overlaps README\.md`.*already_true_because/,
  );
  const [run] = scene.runs();
  expect(readJsonLines(run ?? "", "exchanges.jsonl")).toEqual([]);
  expect(eventsOf(run, "acceptance_tried")).toMatchObject([{ failed: null }]);
  const shown = await scene.llmch(["show", "--order", "WO-01", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/^ {2}checks +passed before the work, so they prove nothing, /m);

  // It resumes as it is, without a command; an order that says why it already holds is a different one.
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect(resumed.code).toBe(1);
  expect(eventsOf(scene.runs().at(-1), "acceptance_tried")).toHaveLength(1);
  const said = { ...readJsonFile(scene.orders, "WO-01.json"), already_true_because: "It only moves a line." };
  writeFileSync(join(scene.orders, "WO-01.json"), JSON.stringify(said));
  expect(await scene.runAll(["--branch", "other"])).toMatchObject({ code: 0 });
});

test("an acceptance that fails before the work is tried once, in a tree that it may write to, and reported", async () => {
  const scene = createScene({ files: FILES });
  const writes = "bash -c 'echo left > left.txt; echo left >> README.md; test -s test/overlap.test.js'";
  await planned(scene, order([HOLDS[0] ?? "", writes, "false"]));
  const wrong = scene.answer({ ...STUB, "test/overlap.test.js": "// none\n" });
  scene.answers({ "WO-01/attempt-1": wrong });
  const run = ["--branch", "work", "--max-attempts", "1"];
  expect(await scene.run(run)).toMatchObject({ code: 1, stdout: expect.stringMatching(/acceptance_failed/) });
  const [first = ""] = scene.runs();
  expect(readJsonFile(first, "baseline_acceptance.json")).toMatchObject({
    failed: writes,
    commands: [{ ok: true }, { ok: false, exit_code: 1, stdout_path: "baseline_acceptance_1_stdout.txt" }],
  });
  // The gate saw the files as the answer left them.
  expect(readJsonFile(first, "attempt_1/acceptance_result.json")).toMatchObject({
    commands: [{ ok: true }, { ok: true }, { ok: false }],
  });
  scene.answers({ "WO-01/attempt-2": wrong });
  const more = ["resume", "--max-attempts", "+1", "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  expect((await scene.llmch(more)).code).toBe(1);
  expect(eventsOf(first, "acceptance_tried")).toHaveLength(1);
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts]);
  expect(audited).toMatchObject({ code: 0 });
});

test("an order written by hand only gives a warning, unless warnings are errors", async () => {
  const scene = createScene({ files: { "README.md": "# Target\n", "scripts/verify.sh": "true\n" } });
  scene.order({ acceptance_commands: ["bash -c 'test -s greet.js || test -s README.md'"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const warned = await scene.run(["--branch", "work", "--json"]);
  expect([warned.code, warned.stderr]).toEqual([
    0,
    expect.stringContaining("warning: [W221] WO-01: the acceptance holds"),
  ]);
  expect(JSON.parse(warned.stdout).warnings).toEqual([
    {
      ...{ code: "W221", wo_id: "WO-01", field: "acceptance_commands" },
      message: expect.stringMatching(/^the acceptance holds/),
    },
  ]);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ warnings: [expect.stringContaining("W221")] });
  expect((await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).code).toBe(0);
  const refused = await scene.run(["--branch", "strict", "--strict"]);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}WO-01 {2}preflight/) });
  expect((await scene.llmch(["resume", "--artifacts-dir", scene.artifacts])).code).toBe(1);
});
