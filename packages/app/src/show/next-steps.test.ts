import { type BuildStory, NO_SPENDING, type PlanStory, type ScheduleStory } from "@llmch/story";
import { expect, test } from "vitest";
import { nextSteps } from "./next-steps.ts";

const head = {
  run_id: "01M813TE5YP349TXX0EVWBBA0Q",
  directory: "/kept/planner/01M813TE5YP349TXX0EVWBBA0Q",
  state: "finished" as const,
  is_running: false,
  verdict: "FAIL" as const,
  exit_code: 2,
  started_at: "2026-01-01T00:00:00.000Z",
  last_at: "2026-01-01T00:00:00.000Z",
  duration_ms: 1,
  spending: NO_SPENDING,
  limit: null,
  warnings: [],
  faults: [],
  files: [],
};

const plan: PlanStory = {
  ...head,
  kind: "planner",
  spec: "spec.txt",
  model: null,
  config: null,
  attempts: [],
  asked: { questions: [], answers: [] },
  written: null,
};

const asker = { root: "/kept", env: {}, cwd: "/", place: " --artifacts-dir /kept" };
const commands = (story: PlanStory) => nextSteps(story, null, asker, () => 1).map(({ command }) => command);

test("a plan that used up its attempts resumes with more, as `resume` requires; one without an answer resumes as it is", () => {
  const resume = `llmch resume ${plan.run_id} --artifacts-dir /kept`;
  expect(commands(plan)).toContain(`${resume} --max-attempts +2`);
  expect(commands({ ...plan, verdict: "ERROR", exit_code: 3 })).toContain(resume);
  expect(commands({ ...plan, verdict: "PASS", exit_code: 0 }).join()).not.toContain("resume");
  const limit = { limit: "tokens", cap: 50, spent: 30, needed: 40 } as const;
  expect(commands({ ...plan, verdict: "ERROR", exit_code: 5, limit })).toContain(`${resume} --max-tokens 100`);
});

test("for a run-all that passed, an order that was refused first is named before others", () => {
  const order = (id: string) => ({ order: id, state: "passed" as const, run: id, work_order: null, story: null });
  const schedule: ScheduleStory = {
    ...head,
    ...{ kind: "run-all", verdict: "PASS", branch: null, baseline: null, config: null },
    orders: ["WO-01", "WO-02", "WO-03"].map(order),
  };
  const named = (retried: string) =>
    nextSteps(schedule, null, asker, (id) => (id === retried ? 2 : 1)).find(({ command }) =>
      command.includes("--order"),
    );
  expect(named("WO-02")?.command).toBe(`llmch show ${head.run_id} --artifacts-dir /kept --order WO-02`);
  expect(named("none")?.command).toMatch(/ --order WO-03$/);
});

test("a build that waits offers the decision, and the step that it is in; one that passed its merge", () => {
  const need = { id: "assessment-02", kind: "question" as const, what: "Which shop?", sha256: "" };
  const window = { window: 2, milestone: "M1", plan: "PLAN", run: null, verdict: null, exit_code: null };
  const build: BuildStory = {
    ...{ ...head, kind: "build", verdict: "ERROR", exit_code: 6, spec: "shop.txt", scoped: true, baseline: null },
    ...{
      branch: "work",
      milestones: [],
      notes: [],
      assessments: [],
      changes: [],
      bound: null,
      needs: [need],
      proposed: [],
    },
    config: { repo: "/repo" } as BuildStory["config"],
    windows: [{ ...window, orders: [], changes: [], abort: null, spending: NO_SPENDING }],
  };
  const told = (story: BuildStory) => nextSteps(story, null, asker, () => 1).map(({ command }) => command);
  expect(told(build)).toEqual([
    "llmch show PLAN --artifacts-dir /kept",
    `llmch report ${head.run_id} --artifacts-dir /kept`,
    `llmch decide ${head.run_id} assessment-02 answer "..." --artifacts-dir /kept`,
  ]);
  expect(told({ ...build, needs: [], exit_code: 5 })).toContain(`llmch resume ${head.run_id} --artifacts-dir /kept`);
  expect(told({ ...build, needs: [], verdict: "PASS" })).toContain("git -C /repo merge work");
});
