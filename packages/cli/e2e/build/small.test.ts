import { basename, join } from "node:path";
import { objectionOf } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { afterAll, expect, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { schemaFaults } from "../published-schemas.ts";
import { createScene, readJsonFile, readJsonLines, removeScenes, type Scene, writeFiles } from "../scene.ts";

afterAll(removeScenes);

const PARTS = { "src/part-1.js": "console.log(1);\n", "src/part-2.js": "console.log(2);\n" };

const smallScene = (): Scene => {
  const scene = createScene();
  writeFiles(scene.root, { "spec.txt": "Build a small program in two parts.\n" });
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1), sampleOrder(2)])) });
  for (const [at, [path, text]] of Object.entries(PARTS).entries())
    scene.answers({ [`WO-0${at + 1}/attempt-1`]: scene.answer({ [path]: text }) });
  return scene;
};

const build = (scene: Scene, flags: readonly string[] = []) =>
  scene.llmch([
    "build",
    "spec.txt",
    "--repo",
    "repo",
    "--artifacts-dir",
    scene.artifacts,
    "--replay",
    scene.record,
    ...flags,
  ]);

test("a small request is one plan and one run-all, and asks for nothing else", async () => {
  const scene = smallScene();
  const done = await build(scene, ["--json"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const document = JSON.parse(done.stdout);
  expect(document).toMatchObject({
    command: "build",
    ok: true,
    verdict: "PASS",
    milestones: [],
    counts: { orders: 2 },
  });
  const [window] = document.windows;
  expect(scene.git("log", "--format=%s", document.branch).split("\n")).toEqual([
    "WO-02: Write part 2",
    "WO-01: Write part 1",
    "start",
  ]);
  const [run] = scene.runs("build");
  const folder = run ?? "";
  for (const [name, schema] of [
    ["run.json", "run-record"],
    ["run_summary.json", "run-summary"],
  ] as const)
    expect(schemaFaults(schema, readJsonFile(folder, name)), name).toEqual([]);
  const keys = [folder, join(scene.artifacts, "planner", window.plan), ...scene.runs("factory")].flatMap((each) =>
    readJsonLines(each, "exchanges.jsonl").map((line) => (line as { readonly key: string }).key),
  );
  expect(keys).toEqual(["window-01/plan/attempt-1", "window-01/WO-01/attempt-1", "window-01/WO-02/attempt-1"]);
  expect(document.spent.answers).toBe(3);
});

test("the plan of another tool is its spec, and each record says what it was made from", async () => {
  const scene = smallScene();
  const tasks = "- [x] T001 Begin\n- [ ] T002 Write part 1\n- [ ] T003 Write part 2\n";
  writeFiles(scene.root, { "specs/001-parts/tasks.md": tasks });
  const place = ["--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  const done = await scene.llmch(["build", "specs/001-parts", ...place]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stderr).toContain("spec-kit specs/001-parts: 2 items, 1 told");
  const items = [
    { id: "T002", path: "specs/001-parts/tasks.md", line: 2, box: null },
    { id: "T003", line: 3 },
  ];
  for (const kind of ["build", "planner"] as const) {
    const [run] = scene.runs(kind);
    expect(readJsonFile(run ?? "", "run.json")).toMatchObject({ config: { imported: { format: "spec-kit", items } } });
  }
});

test.each([[[]], [["last"]], ["build"]])(
  "an order of its plan that its model objects to is revised: revise %s",
  async (named) => {
    const scene = smallScene();
    const order: JsonObject = sampleOrder(2);
    scene.answers({
      "WO-02/attempt-1": objectionOf({ reason: "The README says otherwise.", blocked_by: ["README.md"] }),
      "WO-02/revision-1/attempt-1": JSON.stringify({ ...order, notes: "It prints 2." }),
      "WO-02/attempt-2": scene.answer({ "src/part-2.js": PARTS["src/part-2.js"] }),
    });
    const objected = await build(scene);
    expect(objected, objected.stderr).toMatchObject({ code: 1 });
    const [id = ""] = scene.runs("build").map((path) => basename(path));
    expect(objected.stderr).toContain(`llmch revise ${id}`);
    const words = named === "build" ? [id] : named;
    const revised = await scene.llmch(["revise", ...words, "--yes", "--artifacts-dir", scene.artifacts]);
    expect(revised, revised.stderr).toMatchObject({ code: 0 });
    const done = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
    expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASS +build/m) });
  },
);
