import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serves, startModelServer } from "@llmch/testkit";
import { expect, it, onTestFinished } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene } from "../scene.ts";
import { connect } from "./connect.ts";

/** Two clients of one repo, each with a server of its own, as two editors have. */
const twoClients = async () => {
  const scene = createScene();
  const model = await startModelServer({
    responses: () => serves.answers(JSON.stringify(samplePlan([sampleOrder(1)]))),
    chat: () => serves.answers(scene.answer({ "src/part-1.js": "1;\n" })),
  });
  onTestFinished(() => model.close());
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: model.url };
  const models = { planner: { model: "gpt-5.2" }, factory: { model: "gpt-5.2" } };
  const clients = [await connect(scene, models, env), await connect(scene, models, env)] as const;
  return { scene, model, clients };
};

it("what two clients start at the same moment is one run", async () => {
  const { scene, model, clients } = await twoClients();
  const [one] = clients;
  const plans = new Set<unknown>();
  for (let pair = 1; pair <= 10; pair++) {
    const started = await Promise.all(clients.map(({ does }) => does("plan_start", { spec: `Part ${pair}.\n` })));
    expect(started[0]?.run_id, `pair ${pair}`).toBe(started[1]?.run_id);
    plans.add(started[0]?.run_id);
  }
  const [plan] = plans;
  expect(await one.ended(plan)).toMatchObject({ state: "passed" });

  const begun = await Promise.all([
    ...clients.map(({ does }) => does("run_start", { plan })),
    ...clients.map(({ does }, at) => does("run_start", { plan, jobs: 2 + at, budget_usd: 1 + at })),
  ]);
  expect(new Set(begun.map(({ run_id: run }) => run)).size).toBe(1);
  expect(await one.ended(begun[0]?.run_id)).toMatchObject({ state: "passed", verdict: "PASS" });
  for (const run of plans) await one.ended(run);
  const kept = (kind: string) => expect.poll(() => readdirSync(join(scene.artifacts, kind)).sort());
  await kept("planner").toEqual([...plans].sort());
  await kept("run-all").toEqual([begun[0]?.run_id]);
  expect(model.requests).toHaveLength(plans.size + 1);
});

it("a client's server that is killed while it starts a run keeps nobody out, and the run is one", async () => {
  const { scene, clients } = await twoClients();
  const [one, two] = clients;
  const spec = "Part 1.\n";
  one.call("plan_start", { spec }).catch(() => {});
  while (!existsSync(join(scene.artifacts, "planner"))) await setTimeout(1);
  process.kill(one.pid, "SIGKILL");
  const { run_id: run } = await two.does("plan_start", { spec });
  expect(await two.ended(run)).toMatchObject({ state: "passed" });
  // What a process was about to make as it was killed is cleared by the next one.
  expect(scene.runs("planner").filter((run) => basename(run).length === 26)).toHaveLength(1);
});
