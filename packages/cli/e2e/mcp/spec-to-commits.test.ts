import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves, startModelServer } from "@llmch/testkit";
import { expect, it, onTestFinished } from "vitest";
import { order, SENTENCES, window } from "../build/build-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene } from "../scene.ts";
import { connect } from "./connect.ts";

const planned = () => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1), sampleOrder(2)])),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  return scene;
};

it("a client carries a spec to commits", async () => {
  const scene = planned();
  const { call, does, ended } = await connect(scene);
  const before = scene.checkout();
  const plan = await does("plan_start", { spec: "Build a small program in two parts.\n" });
  expect(plan.run_id).toMatch(/^[0-9A-Z]{26}$/);
  const made = await ended(plan.run_id);
  expect(made).toMatchObject({
    kind: "planner",
    state: "passed",
    result: { work_orders: [{ id: "WO-01" }, { id: "WO-02" }] },
  });
  expect(await does("plan_check", { plan: plan.run_id })).toMatchObject({ ok: true, errors: [] });

  const run = await does("run_start", { plan: plan.run_id });
  const all = await ended(run.run_id);
  expect(all).toMatchObject({ kind: "run-all", state: "passed", verdict: "PASS", needs: [] });
  expect((await call("show", { run: run.run_id })).text).toMatch(/\nPASS {2}2 of 2 orders$/);
  expect(await does("runs")).toMatchObject({ runs: [{ run_id: run.run_id }, { run_id: plan.run_id }] });
  const [branch = ""] = scene.git("branch", "--list", "llmch/*", "--format=%(refname:short)").split("\n");
  expect(scene.git("log", "--format=%s", `main..${branch}`).split("\n")).toEqual([
    "WO-02: Write part 2",
    "WO-01: Write part 1",
  ]);
  expect(scene.git("symbolic-ref", "--short", "HEAD")).toBe("main");
  expect(scene.leftovers()).toEqual([]);
  expect({ ...scene.checkout(), branches: null, refs: null }).toMatchObject({ ...before, branches: null, refs: null });
});

it("a build waits for a decision, and is cancelled as it waits", async () => {
  const scene = createScene();
  scene.answers({ "window-01/plan/attempt-1": window([order(1, "greet.js")]) });
  const { call, does } = await connect(scene, { approve: ["plan"] });
  const { run_id: run } = await does("build_start", { spec: `${SENTENCES.join(" ")}\n`, budget_usd: "1" });
  const { document, text } = await call("run_status", { run, wait_ms: 600_000 });
  expect(document).toMatchObject({ kind: "build", state: "waiting", needs: [{ id: "plan", kind: "plan" }] });
  expect(text).toMatch(
    /\nplan waits for you \(plan\): .*; sha256 [0-9a-f]{64}\n\S+ is waiting; what comes next is since \d+$/,
  );
  await does("cancel", { run });
  expect(await does("runs", { waiting: true })).toMatchObject({ runs: [] });
  const decided = await scene.llmch(["decide", String(run), "plan", "approve", "--artifacts-dir", scene.artifacts]);
  expect(decided.stderr).toContain("was cancelled");
});

it("a plan that was made in the repo is read and carried out, wherever the server keeps its runs", async () => {
  const scene = planned();
  writeFileSync(join(scene.root, "spec.txt"), "Build a small program in two parts.\n");
  const made = await scene.llmch(["plan", "../spec.txt", "--replay", scene.record], { cwd: scene.repo });
  const [plan] = readdirSync(join(scene.repo, "artifacts/planner"));
  expect({ code: made.code, plan }).toEqual({ code: 0, plan: expect.stringMatching(/^\w{26}$/) });
  const { call, does, ended } = await connect(scene);
  expect(await does("runs")).toMatchObject({ runs: [{ run_id: plan }] });
  expect((await call("show", { run: plan })).text).toContain("PASS  spec.txt: 2 work orders");
  expect(await does("run_status", { run: plan })).toMatchObject({ state: "passed" });
  expect(await does("plan_check", { plan })).toMatchObject({ ok: true });
  const { run_id: run } = await does("run_start", { plan });
  expect(await ended(run)).toMatchObject({ state: "passed", verdict: "PASS" });
  expect(scene.runs("run-all")).toHaveLength(1);
  expect(await does("runs")).toMatchObject({ runs: [{ run_id: run }, { run_id: plan }] });
});

it("the same spec again gives the plan that was made, and is not paid for again", async () => {
  const scene = createScene();
  const server = await startModelServer({ responses: [serves.answers(JSON.stringify(samplePlan()))] });
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const { does, ended } = await connect(scene, { planner: { model: "gpt-5.2" } }, env);
  const spec = "Build a small program in two parts.\n";
  const { run_id: plan } = await does("plan_start", { spec });
  expect(await ended(plan)).toMatchObject({ state: "passed" });
  expect(await does("plan_start", { spec })).toMatchObject({ run_id: plan, state: "passed" });
  expect(server.requests).toHaveLength(1);
  expect(scene.runs("planner")).toHaveLength(1);
});

it("a run of the user's own is interrupted", async () => {
  const scene = createScene();
  const server = await startModelServer({ responses: [serves.silence()] });
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const { does, ended } = await connect(scene, { planner: { model: "gpt-5.2" } }, env);
  const { run_id: run } = await does("plan_start", { spec: "Build it.\n" });
  await does("cancel", { run });
  expect(await ended(run)).toMatchObject({ state: "cancelled" });
});

it("an answer to a question is waited for", async () => {
  const scene = createScene();
  scene.answers({ "ask/attempt-1": JSON.stringify({ answer: "README.md:1 says so." }) });
  const { does } = await connect(scene);
  expect(await does("ask", { question: "What does the README say?" })).toMatchObject({
    ...{ kind: "ask", state: "passed", result: { text: "README.md:1 says so." } },
  });
});
