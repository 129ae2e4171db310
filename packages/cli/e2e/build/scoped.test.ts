import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { schemaFaults } from "../published-schemas.ts";
import { readJsonFile, readJsonLines, removeScenes } from "../scene.ts";
import { build, buildOf, buildScene, twoMilestones } from "./build-scene.ts";

afterAll(removeScenes);

test("a product of two milestones is built window by window, on one branch", async () => {
  const greet = "console.log('hello');\nexports.greet = (\n  name,\n  loud = false,\n) => name + loud;\n";
  const scene = buildScene((of) => ({
    ...twoMilestones(of),
    "window-01/WO-01/attempt-1": of.answer({ "greet.js": greet }),
  }));
  const done = await build(scene, ["--approve", "none", "--json"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const document = JSON.parse(done.stdout);
  expect(document).toMatchObject({
    ...{ command: "build", verdict: "PASS", counts: { windows: 2, orders: 2, milestones: 2, reached: 2 } },
    milestones: [
      { id: "M1", state: "done" },
      { id: "M2", state: "done" },
    ],
    windows: [
      { window: 1, milestone: "M1", orders: [{ id: "WO-01" }] },
      { window: 2, milestone: "M2", orders: [{ id: "WO-02" }] },
    ],
    assessments: [],
  });
  expect(scene.git("log", "--format=%s", document.branch).split("\n")).toEqual([
    "WO-02: Write part 2",
    "WO-01: Write part 1",
    "start",
  ]);
  const prompt = readFileSync(
    join(scene.artifacts, "planner", document.windows[1].plan, "compile/prompt_attempt_1.txt"),
    "utf8",
  );
  expect(prompt).toMatch(/--- begin signatures \w+\ngreet\.js\n {2}greet\(name, loud = false\)\n--- end/);
  const folder = buildOf(scene);
  for (const [name, schema] of DOCUMENTS) expect(schemaFaults(schema, readJsonFile(folder, name)), name).toEqual([]);
  expect(readdirSync(join(folder, "windows"))).toEqual(["01.json", "02.json"]);
  expect(readJsonFile(folder, "windows/02.json")).toMatchObject({
    ...{ plan: document.windows[1].plan, run: document.windows[1].run, notes: [], completes: true },
    changes: [{ before: "greet.js prints", now: null }],
  });
  const keys = readJsonLines(folder, "exchanges.jsonl").map((line) => (line as { readonly key: string }).key);
  expect(keys).toEqual(["scope/attempt-1"]);

  const status = await scene.llmch([
    "build",
    "--status",
    "--repo",
    "repo",
    "--artifacts-dir",
    scene.artifacts,
    "--json",
  ]);
  const { duration_ms: _, counts: __, warnings: ___, ...told } = JSON.parse(status.stdout);
  expect(document).toMatchObject({ ...told, paths: document.paths });
  expect(scene.leftovers()).toEqual([]);
});

const DOCUMENTS = [
  ["run.json", "run-record"],
  ["run_summary.json", "run-summary"],
  ["scope.json", "scope"],
  ["windows/01.json", "window"],
  ["seal.json", "seal"],
] as const;
