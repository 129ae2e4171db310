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

  test("is carried out, in the sandbox alone unless today's user says otherwise", async () => {
    const scene = twoOrders();
    const resume = placed(scene, asked(scene, { sandbox: "off", allowEmpty: true }));
    const here = { cwd: scene.repo };
    const decide = ["decide", ID, "approve", "--all", "--no-resume", "--artifacts-dir", scene.artifacts];
    expect((await scene.llmch(decide)).code).toBe(0);
    const { code, stdout, stderr } = await scene.llmch([...resume, "--no-sandbox"], here);
    expect(stderr).toContain(`warning: the request of the run ${ID} was made elsewhere`);
    expect([code, stdout]).toEqual([0, expect.stringContaining("PASS  WO-02")]);
    const [run = ""] = scene.runs("run-all");
    const [started] = readFileSync(join(run, "events.jsonl"), "utf8").split("\n");
    expect(JSON.parse(started ?? "")).toMatchObject({
      ...{ type: "schedule_started", run_id: ID },
      config: { sandbox: "off", allow_empty: false },
    });
  });

  test("waits until today's user agrees to it", async () => {
    const scene = twoOrders();
    scene.order({ allowed_files: ["greet.js", "Makefile"], context_files: [".env"] });
    const resume = [...placed(scene, asked(scene)), "--repo", scene.repo, "--json"];
    const { code, stdout } = await scene.llmch(resume);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      6,
      {
        needs: [
          { id: ID, what: expect.stringMatching(/run-all.*"orders":"/) },
          { id: "WO-01", what: expect.stringMatching(/"Makefile", a file that decides.*"\.env"/) },
        ],
      },
    ]);
    expect(scene.git("branch", "--list", "work")).toBe("");
  });

  test("is carried out in no other repo than its user's, without a push and without the network for its commands", {
    tags: "bubblewrap",
  }, async () => {
    const scene = twoOrders();
    scene.order({ derive: [{ command: "sh -c 'cat /proc/net/route >made.txt'", files: ["made.txt"] }] });
    const other = createScene();
    const resume = placed(scene, asked(scene, { push: true, allowNetwork: true }));
    const decide = ["decide", ID, "approve", "--all", "--no-resume", "--artifacts-dir", scene.artifacts];
    expect((await scene.llmch(decide)).code).toBe(0);
    const { code, stderr } = await scene.llmch(resume, { cwd: other.repo });
    expect([code, stderr]).toEqual([1, expect.stringContaining("was begun elsewhere")]);
    expect(scene.git("branch", "--list", "work")).toBe("");

    const settings = join(scene.root, "push.json");
    writeFileSync(settings, JSON.stringify({ factory: { push: "each" } }));
    await scene.llmch(resume, { cwd: scene.repo, env: { LLMCH_CONFIG: settings } });
    const [run = ""] = scene.runs("run-all");
    const [started] = readFileSync(join(run, "events.jsonl"), "utf8").split("\n");
    expect(JSON.parse(started ?? "")).toMatchObject({ config: { push: false, sandbox: "required" } });
    // It stays a stranger's, whoever resumes it.
    expect(readJsonFile(run, "run.json")).toMatchObject({ mark: null });
  });

  test("is listed, with what to type", async () => {
    const scene = twoOrders();
    placed(scene, asked(scene));
    const at = ["--artifacts-dir", scene.artifacts];
    const next = ["llmch", "decide", ID, "approve", "--all", ...at].join(" ");
    const told = async (...words: readonly string[]) => (await scene.llmch([...words, ...at])).stdout;
    expect(await told("runs")).toContain(`${ID}  waiting  run-all  not begun: ${next}  `);
    expect(JSON.parse(await told("runs", "--json"))).toMatchObject({
      runs: [{ run_id: ID, next: [{ command: next }] }],
    });
    expect(schemaFaults("request", asked(scene))).toEqual([]);
  });

  test.each([
    [{ format: "llmch.request/2" }, "its format is not llmch.request/1"],
    [{ operation: "destroy" }, "it is no run-all run's"],
    [{ operation: "plan" }, "it is no run-all run's"],
    [{ more: 1 }, 'it has an unknown member "more"'],
    [{ request: [] }, "request must be an object"],
    [{ request: { orders: "wo", oders: "wo" } }, "there is no option oders"],
    [{ request: { orders: "wo", jobs: "many" } }, "jobs must be a whole number"],
  ])("is judged: %j", async (changes, why) => {
    const scene = twoOrders();
    const document = { ...asked(scene), ...changes };
    expect(schemaFaults("request", document)).not.toEqual([]);
    const resume = placed(scene, document);
    await scene.llmch(["decide", ID, "approve", "--all", "--no-resume", "--artifacts-dir", scene.artifacts]);
    const { code, stderr } = await scene.llmch(resume);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(scene.git("branch", "--list", "work")).toBe("");
  });
});
