import { basename, join } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { closeLiveScenes, createLiveScene, KEY, type LiveScene } from "../live/live-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";

afterEach(closeLiveScenes);

const SPLIT = samplePlan([
  sampleOrder(1),
  sampleOrder(2, { title: "Write part 2, first half" }),
  sampleOrder(3, { title: "Write part 2, second half" }),
]);
const ONE = samplePlan([sampleOrder(1, { title: "Write it all" })]);
const FLAGS = ["--approve", "plan", "--branch", "work", "--no-sandbox"];

/** A repo with a plan of two orders, a planner that then answers with these plans, and a model that makes the first order's file. */
const scene = async (...plans: readonly object[]): Promise<LiveScene> => {
  const live: LiveScene = await createLiveScene({
    responses: [samplePlan(), ...plans].map((plan) => serves.answers(JSON.stringify(plan))),
    chat: () => serves.answers(live.answer({ "src/part-1.js": "// made\n" })),
  });
  expect((await live.plan()).code).toBe(0);
  return live;
};
const asked = (live: LiveScene) => [
  live.ways().filter((way) => way !== "chat").length,
  live.ways().filter((way) => way === "chat").length,
];
const needOf = (live: LiveScene) => {
  const { needs = [] } = readJsonFile(live.runs("run-all")[0] ?? "", "run_summary.json") as {
    readonly needs?: readonly { readonly id: string; readonly what: string; readonly sha256: string }[];
  };
  return needs;
};

test("a plan that is rejected with words is changed by its planner, and the same run waits with it again", async () => {
  const live = await scene(SPLIT, ONE);
  expect((await live.runAll(FLAGS)).code).toBe(6);
  const [first] = needOf(live);
  const run = basename(live.runs("run-all")[0] ?? "");
  const rejected = await live.llmch(["decide", run, "plan", "reject", "Split part 2.", "--json"]);
  expect([rejected.code, rejected.stderr]).toEqual([6, expect.any(String)]);
  const [second] = needOf(live);
  expect(JSON.parse(rejected.stdout)).toMatchObject({ needs: [{ id: "plan", kind: "plan", sha256: second?.sha256 }] });
  expect(second?.sha256).not.toBe(first?.sha256);
  expect(second?.what).toBe("carry out these 3 orders");
  expect(live.server.requests.at(-1)?.prompt).toContain("Split part 2.");
  expect([live.runs("run-all").length, asked(live)]).toEqual([1, [2, 0]]);
  // A resume is no yes, and asks nobody again; what was shown before is no longer decided.
  expect((await live.llmch(["resume", run])).code).toBe(6);
  const late = await live.llmch(["decide", run, "plan", "approve", "--sha256", first?.sha256 ?? ""]);
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining("has changed since it was shown")]);
  expect(asked(live)).toEqual([2, 0]);

  expect((await live.llmch(["decide", "plan", "reject", "All in one."])).code).toBe(6);
  expect([needOf(live)[0]?.what, asked(live)]).toEqual(["carry out this order", [3, 0]]);
  const done = await live.llmch(["decide", run, "plan", "approve"]);
  expect([done.code, done.stdout + done.stderr]).toEqual([0, expect.stringContaining("PASS  1 of 1 order")]);
  expect(asked(live)).toEqual([3, 1]);
  expect(live.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Write it all");

  const shown = await live.llmch(["show", run]);
  expect(shown.stdout).toMatch(/rejected it by command: "Split part 2\."[\s\S]*rejected it by command: "All in one\."/);
  expect(shown.stdout).not.toContain("WO-02");
  const audit = await live.llmch(["audit", run]);
  expect([audit.code, audit.stdout + audit.stderr]).toEqual([0, expect.stringMatching(/^PASS/)]);
});

test("a no ends the run if the planner makes no plan of its words", async () => {
  const live = await scene({}, {}, {}, {}, {});
  expect((await live.runAll(FLAGS)).code).toBe(6);
  const run = basename(live.runs("run-all")[0] ?? "");
  const done = await live.llmch(["decide", run, "plan", "reject", "Split part 2."]);
  expect([done.code, done.stdout]).toEqual([1, expect.stringContaining("you said no to the plan: Split part 2.")]);
  expect([asked(live), readJsonFile(live.runs("run-all")[0] ?? "", "run_summary.json").verdict]).toEqual([
    [6, 0],
    "FAIL",
  ]);
});

test("a no at the terminal's question asks the planner too, and the new plan is shown", async () => {
  const live = await scene(ONE);
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: live.server.url, XDG_STATE_HOME: join(live.root, "state") };
  const argv = ["run-all", join(live.root, "wo"), "--repo", live.repo, ...FLAGS, "--renderer", "log"];
  const { code, stdout, stderr } = await runInProcess([...argv, "--artifacts-dir", join(live.root, "runs")], {
    ...{ cwd: live.root, env, input: "n\nAll in one.\n", isTerminal: true },
  });
  expect([code, stdout + stderr]).toEqual([6, expect.stringContaining("Write it all")]);
  expect(asked(live)).toEqual([2, 0]);
});

test("a no ends the run without words, without a planner, and once the plan no longer changes; it says how to go on", async () => {
  const live = await scene();
  expect((await live.runAll(FLAGS)).code).toBe(6);
  const no = await live.llmch(["decide", "plan", "reject"]);
  expect([no.code, asked(live)]).toEqual([1, [1, 0]]);
  expect(no.stdout + no.stderr).toMatch(
    /you said no to the plan[\s\S]*llmch plan revise "\.\.\." --plan \S*wo[\s\S]*llmch run-all \S*wo/,
  );

  const same = await scene(samplePlan());
  expect((await same.runAll(FLAGS)).code).toBe(6);
  expect((await same.llmch(["decide", "plan", "reject", "Better."])).code).toBe(1);
  expect((await same.llmch(["resume"])).code).toBe(1);
  expect(asked(same)).toEqual([2, 0]);
  expect(needOf(same)).toEqual([]);
});

test("a planner that was not reached is asked by a resume, once, and there are as many tries as a plan has", async () => {
  const live = await scene(SPLIT);
  const limited = { env: { LLMCH_PLANNER_MAX_ATTEMPTS: "1" } };
  expect((await live.runAll(FLAGS, limited)).code).toBe(6);
  const run = basename(live.runs("run-all")[0] ?? "");
  expect((await live.llmch(["decide", run, "plan", "reject", "Split part 2.", "--no-resume"])).code).toBe(0);
  const down = await live.llmch(["resume", run], { env: { ...limited.env, OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } });
  expect([down.code, asked(live)]).toEqual([3, [1, 0]]);
  expect((await live.llmch(["resume", run], limited)).code).toBe(6);
  expect([live.runs("planner").length, asked(live)]).toEqual([2, [2, 0]]);
  const told = (readJsonLines(live.runs("run-all")[0] ?? "", "events.jsonl") as { type: string }[]).flatMap(
    ({ type }) => (type === "schedule_started" || type === "decided" ? [type] : []),
  );
  expect(told).toEqual(["schedule_started", "decided", "schedule_started"]);
  const last = await live.llmch(["decide", run, "plan", "reject", "Split part 1."], limited);
  expect([last.code, last.stdout, asked(live)]).toEqual([1, expect.stringContaining("Split part 1."), [2, 0]]);
});
