import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { samplePlan } from "../plan/sample-plan.ts";
import { schemaFaults } from "../published-schemas.ts";
import { createScene, readJsonFile, type Scene, writeFiles } from "../scene.ts";

const ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** Ends a process by SIGKILL as soon as its request is on disk. */
const KILLING = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (String(to).endsWith("request.json")) process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();
`;

const killing = (folder: string) => {
  const file = join(folder, "killing.mjs");
  writeFileSync(file, KILLING);
  return { process: true, env: { NODE_OPTIONS: `--import=${pathToFileURL(file)}` } };
};

const twoOrders = (): Scene => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["b.js"], acceptance_commands: ["test -s b.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.js": "2\n" }),
  });
  return scene;
};

describe.concurrent("a run that a SIGKILL ended between its request and its first event", () => {
  test("is carried on in its own folder: a run-all", async () => {
    const scene = twoOrders();
    const killed = await scene.runAll(["--branch", "work", "--no-sandbox"], killing(scene.root));
    expect(killed.signal).toBe("SIGKILL");
    const [run = ""] = scene.runs("run-all");
    expect(readJsonFile(run, "request.json")).toMatchObject({
      ...{ format: "llmch.request/1", operation: "run-all", cwd: scene.root },
      request: { orders: scene.orders, branch: "work", sandbox: "off", replay: scene.record },
    });
    expect(readFileSync(join(run, "events.jsonl"), "utf8")).toBe("");
    expect(schemaFaults("request", readJsonFile(run, "request.json"))).toEqual([]);
    // Whatever it left counts for nothing.
    writeFiles(run, { "orders/WO-09.json": "{}" });

    const listed = ["resume", basename(run), "--artifacts-dir", scene.artifacts];
    const { code, stdout, stderr } = await scene.llmch(listed, { cwd: scene.repo });
    expect(stderr).not.toContain("made elsewhere");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01[\s\S]*PASS {2}WO-02/)]);
    expect(scene.runs("run-all")).toEqual([run]);
    expect(existsSync(join(run, "orders/WO-09.json"))).toBe(false);
    expect(readJsonFile(run, "request.json")).toMatchObject({ operation: "run-all" });
    expect(readJsonFile(run, "run.json")).toMatchObject({ success: true });
    expect(scene.git("rev-list", "--count", "main..work")).toBe("2");
    expect((await scene.llmch(["audit", basename(run), "--artifacts-dir", scene.artifacts])).code).toBe(0);
  });

  test("is carried on under its own id: an order on a generated branch", async () => {
    const scene = twoOrders();
    await scene.run(["--no-sandbox"], killing(scene.root));
    const [run = ""] = scene.runs();
    expect(schemaFaults("request", readJsonFile(run, "request.json"))).toEqual([]);
    const { code, stdout } = await scene.llmch([
      ...["resume", basename(run), "--artifacts-dir", scene.artifacts, "--json"],
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { command: "run", verdict: "PASS", run_id: basename(run) }]);
    expect(scene.runs()).toEqual([run]);
  });

  test("is carried on as it was asked: a plan", async () => {
    const scene = createPlanScene([samplePlan()]);
    await scene.replay(["--outdir", "wo"], killing(scene.root));
    const runs = () => scene.names("artifacts/planner").filter((name) => name.length === ID.length);
    const [run = ""] = runs();
    expect(scene.json(`artifacts/planner/${run}/request.json`)).toMatchObject({
      request: { spec: { file: "spec.txt" } },
    });
    expect(schemaFaults("request", scene.json(`artifacts/planner/${run}/request.json`))).toEqual([]);
    const { code, stdout } = await scene.llmch(["resume", run]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("PASS")]);
    expect(scene.names("wo")).toContain("WORK_ORDERS_MANIFEST.json");
    expect(runs()).toEqual([run]);
  });
});

test("a question that nothing came of is asked under its own id", async () => {
  const scene = twoOrders();
  scene.answers({ "ask/attempt-1": JSON.stringify({ answer: "README.md:1 says so." }) });
  const flags = ["--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  await scene.llmch(["ask", "What is it?", ...flags], killing(scene.root));
  const [run = ""] = scene.runs("ask").filter((folder) => basename(folder).length === ID.length);
  expect(schemaFaults("request", readJsonFile(run, "request.json"))).toEqual([]);
  const { code, stdout } = await scene.llmch(["resume", basename(run), "--artifacts-dir", scene.artifacts]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("README.md:1 says so.")]);
  expect(readJsonFile(run, "run.json")).toMatchObject({ success: true, question: "What is it?" });
});

describe.concurrent("a request that somebody put into a folder", () => {
  const request = (changes: object = {}) => ({
    ...{ format: "llmch.request/1", operation: "run-all", given: {} },
    ...changes,
  });
  const placed = (scene: Scene, document: unknown): readonly string[] => {
    const run = join(scene.artifacts, "run-all", ID);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, "request.json"), JSON.stringify(document));
    return ["resume", ID, "--artifacts-dir", scene.artifacts];
  };
  const asked = ({ repo, root, orders, record }: Scene, more: object = {}) =>
    request({ cwd: root, request: { repo, orders, branch: "work", replay: record, ...more } });

  test("is not carried out, and the list says why", async () => {
    const scene = twoOrders();
    const resume = placed(scene, asked(scene, { sandbox: "off", allowEmpty: true }));
    const { code, stderr } = await scene.llmch([...resume, "--no-sandbox"], { cwd: scene.repo });
    expect([code, stderr]).toEqual([1, expect.stringContaining("it was made elsewhere, or changed since")]);
    expect(scene.git("branch", "--list", "work")).toBe("");
    const listed = await scene.llmch(["runs", "--json", "--artifacts-dir", scene.artifacts]);
    expect(JSON.parse(listed.stdout)).toMatchObject({ runs: [{ run_id: ID, state: "refused" }] });
    expect(schemaFaults("request", asked(scene))).toEqual([]);
  });

  test.each([
    [{ format: "llmch.request/2" }, "its format is not llmch.request/1"],
    [{ more: 1 }, 'it has an unknown member "more"'],
    [{ request: [] }, "request must be an object"],
  ])("is judged: %j", async (changes, why) => {
    const scene = twoOrders();
    const document = { ...asked(scene), ...changes };
    expect(schemaFaults("request", document)).not.toEqual([]);
    const resume = placed(scene, document);
    const { code, stderr } = await scene.llmch(resume);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(scene.git("branch", "--list", "work")).toBe("");
  });
});
