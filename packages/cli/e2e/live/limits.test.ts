import { basename, join } from "node:path";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";
import { createLiveScene } from "./live-scene.ts";

const usage = { input_tokens: 8000, cached_tokens: 6000, output_tokens: 500, reasoning_tokens: 200 };
const FEW_TOKENS = { LLMCH_FACTORY_MAX_OUTPUT_TOKENS: "1000" };

it("a run-all ends at its limit after the rollback, and resumes with a larger one; nothing is asked twice", async () => {
  const names = ["a.js", "b.js"];
  const scene = await createLiveScene(
    { chat: (_, index) => (turn) => serves.answers(scene.answer({ [names[index] ?? ""]: "1;\n" }), { usage })(turn) },
    FEW_TOKENS,
  );
  scene.order({ allowed_files: ["a.js"] });
  scene.order({ id: "WO-02", allowed_files: ["b.js"] });
  const first = await scene.runAll(["--branch", "work", "--max-tokens", "12000", "--json"]);
  expect(first.code, first.stderr).toBe(5);
  const [schedule = ""] = scene.runs("run-all");
  const id = basename(schedule);
  const document = JSON.parse(first.stdout);
  expect(document).toMatchObject({
    verdict: "ERROR",
    spent: { answers: 1, input_tokens: 8000, cached_tokens: 6000, output_tokens: 500, reasoning_tokens: 200 },
    errors: [{ code: "limit", message: expect.stringContaining("continue with --max-tokens") }],
    resume: expect.stringMatching(new RegExp(`^llmch resume ${id} .*--max-tokens 24000$`)),
  });
  expect(first.stderr).toMatch(
    /^spent {2}1 answer, 8\.0k tokens in \(75% cached\), 500 out \(200 reasoning\), \$0\.012$/m,
  );
  expect(scene.git("log", "--format=%s", "main..work").split("\n")).toHaveLength(1);
  expect(scene.leftovers()).toEqual([]);
  expect(scene.server.requests).toHaveLength(1);

  // With the same limit, nothing can be asked either.
  expect(await scene.llmch(["resume", id])).toMatchObject({ code: 5 });
  expect(scene.server.requests).toHaveLength(1);

  const third = await scene.llmch(["resume", id, "--max-tokens", "40000"]);
  expect(third.code, third.stderr).toBe(0);
  expect(scene.server.requests).toHaveLength(2);
  expect(readJsonFile(schedule, "run_summary.json").spent).toMatchObject({
    ...{ answers: 2, input_tokens: 16_000, output_tokens: 1000, unknown_cost: 0, lost_calls: 0 },
    cost_usd: expect.closeTo(0.0231, 9),
  });

  const cost = await scene.llmch(["cost", id.slice(0, 20).toLowerCase()]);
  expect(cost.stdout.split("\n").slice(1)).toEqual([
    "ORDER  ANSWERS  TOKENS IN  CACHED  TOKENS OUT  REASONING  COST",
    "WO-01  1        8.0k       75%     500         200        $0.012",
    "WO-02  1        8.0k       75%     500         200        $0.012",
    "total  2        16.0k      75%     1.0k        400        $0.023",
    "",
  ]);
});

it("half a dollar is enough for a plan and an order, and how long an answer may be is a flag", async () => {
  const scene = await createLiveScene({
    responses: [serves.answers(JSON.stringify(samplePlan()), { usage })],
    chat: () => (turn) => serves.answers(scene.answer({ "greet.js": "1;\n" }), { usage })(turn),
  });
  expect(await scene.plan(["--budget", "0.5"])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/plan 1\/5 {2}the budget leaves the answer \d+ tokens instead of 64000$/m),
  });
  scene.order();
  const ran = await scene.llmch([
    "run",
    "--work-order",
    join(scene.root, "wo/WO-01.json"),
    "--repo",
    scene.repo,
    "--budget",
    "0.5",
  ]);
  expect(ran.stdout).toMatch(/^PASS {2}WO-01 /);
  expect(ran.stderr).toMatch(/propose +the budget leaves the answer \d+ tokens instead of 64000$/m);
  await scene.plan(["--refresh", "--overwrite"], { env: { LLMCH_PLANNER_MAX_OUTPUT_TOKENS: "9000" } });
  expect(scene.server.requests.at(-1)?.body).toMatchObject({ max_output_tokens: 9_000 });
});

it("work in progress when the time is up is rolled back, and says so", async () => {
  const scene = await createLiveScene({ chat: [serves.silence()] });
  scene.order();
  const { code, stdout } = await scene.runAll(["--branch", "work", "--max-minutes", "0.02", "--json"]);
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({
    errors: [{ code: "limit", message: expect.stringContaining("--max-minutes") }],
    resume: expect.stringContaining(" --max-minutes 1"),
  });
  const [run = ""] = scene.runs();
  expect(readJsonLines(run, "events.jsonl")).toContainEqual(
    expect.objectContaining({ type: "limit_reached", limit: "minutes", cap: 0.02 }),
  );
  expect(scene.leftovers()).toEqual([]);
});

it("a plan whose first call could cross the limit sends nothing", async () => {
  const scene = await createLiveScene({ responses: [serves.answers("{}")] });
  const { code, stdout, stderr } = await scene.plan(["--budget", "0.01"]);
  expect(code).toBe(5);
  expect(stdout).toMatch(/^ERROR {2}the budget of \$0\.01 could be exceeded: \$0\.00 spent, and the next call could /m);
  expect(stderr).toMatch(/^ {2}llmch resume \S+ .*--budget \S+$/m);
  expect(scene.server.requests).toEqual([]);
  const [run = ""] = scene.runs("planner");
  expect(readJsonFile(run, "run.json")).toMatchObject({ outputs: { spent: { answers: 0, cost_usd: 0 } } });
});
