import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { createPlanScene, removePlanScenes } from "./plan-scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

afterAll(removePlanScenes);

const TOGETHER = "node -e \"require('./src/part-1.js'); require('./src/part-2.js')\"";
const PLAN = { ...samplePlan(), plan_acceptance: [{ command: TOGETHER, hidden: true }] };

test("what holds once all orders have landed is written, shown, checked and revised with the plan", async () => {
  const scene = createPlanScene([PLAN]);
  expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
  expect(scene.json("wo/WORK_ORDERS_MANIFEST.json").plan_acceptance).toEqual([{ command: TOGETHER, hidden: true }]);
  const shown = await scene.llmch(["plan", "show", "wo"]);
  expect(shown.stdout).toContain(`\nwhat holds once all orders have landed\n  - ${TOGETHER} (hidden)\n`);
  const told = await scene.llmch(["plan", "show", "wo", "--json"]);
  expect(JSON.parse(told.stdout).plan_acceptance).toEqual([{ command: TOGETHER, hidden: true }]);

  const changed = { revised_orders: [], plan_acceptance: ["node src/part-2.js"] };
  scene.write({
    "revised.jsonl": `${JSON.stringify({ key: "plan/attempt-1", response: { text: JSON.stringify(changed) } })}\n`,
  });
  const revised = await scene.llmch(["plan", "revise", "no hidden one", "--replay", "revised.jsonl", "--yes"]);
  expect(revised).toMatchObject({ code: 0 });
  expect(revised.stdout).toMatch(
    /changed {2}the plan as a whole\nplan_acceptance[\s\S]*PASS {2}the plan as a whole changed/,
  );
  const manifest = scene.json("wo/WORK_ORDERS_MANIFEST.json");
  expect(manifest.plan_acceptance).toEqual(["node src/part-2.js"]);

  scene.write({
    "wo/WORK_ORDERS_MANIFEST.json": { ...manifest, plan_acceptance: ["node src/part-2.js | cat", "echo"] },
  });
  const refused = await scene.check(["wo"]);
  expect(refused).toMatchObject({ code: 2, stdout: expect.stringMatching(/^FAIL {2}1 error, 1 warning/) });
  expect(refused.stderr).toMatch(
    /\[E003\] command "node src\/part-2\.js \| cat".*\n --> wo\/WORK_ORDERS_MANIFEST\.json:1:/,
  );
});

test("an answer of before, without it, gives the plan of before", async () => {
  const { plan_acceptance: _, ...before } = PLAN;
  const scene = createPlanScene([before]);
  expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
  expect(scene.json("wo/WORK_ORDERS_MANIFEST.json")).not.toHaveProperty("plan_acceptance");
  expect((await scene.llmch(["plan", "show", "wo"])).stdout).not.toContain("once all orders");
});

test("the whole's acceptance that already holds is a warning of check --run", async () => {
  const scene = createPlanScene();
  const held = "sh $LLMCH_CHECKS/look.sh";
  const orders = [{ ...sampleOrder(1), acceptance_commands: [held] }, sampleOrder(2)];
  const checks = [{ name: "look.sh", content: "git log -1\n", hidden: false }];
  scene.write({ "plan.json": { ...samplePlan(orders), plan_acceptance: [held, "node --version"], checks } });
  const git = (...argv: readonly string[]) => execFileSync("git", argv, { cwd: scene.root });
  git("init", "--quiet", "repo");
  git("-C", "repo", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--allow-empty", "-m", "start");
  const told = await scene.check(["plan.json", "--repo", "repo", "--run", "--format", "json"]);
  const found = JSON.parse(told.stdout).warnings.filter(({ code }: { code: string }) => code === "W221");
  expect(found).toMatchObject([
    { wo_id: "WO-01", field: "acceptance_commands" },
    { wo_id: null, field: "plan_acceptance", pointer: "/plan_acceptance" },
  ]);
});
