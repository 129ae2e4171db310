import type { PlanStory } from "@llmch/story";
import { expect, test } from "vitest";
import { nextSteps } from "./next-steps.ts";

const plan: PlanStory = {
  tool: "planner",
  run_id: "01M813TE5YP349TXX0EVWBBA0Q",
  directory: "/kept/planner/01M813TE5YP349TXX0EVWBBA0Q",
  state: "finished",
  is_running: false,
  verdict: "FAIL",
  exit_code: 2,
  started_at: "2026-01-01T00:00:00.000Z",
  last_at: "2026-01-01T00:00:00.000Z",
  duration_ms: 1,
  spending: {
    answers: 0,
    unknown: 0,
    usage: { input_tokens: 0, output_tokens: 0, cached_tokens: 0 },
    cost_usd: null,
  },
  warnings: [],
  faults: [],
  files: [],
  spec: "spec.txt",
  model: null,
  config: null,
  attempts: [],
  written: null,
};

const asker = { root: "/kept", env: {}, cwd: "/", place: " --artifacts-dir /kept" };
const commands = (story: PlanStory) => nextSteps(story, null, asker).map(({ command }) => command);

test("a plan that used its attempts goes on with more, as `resume` would ask for; one without an answer goes on as it is", () => {
  const resume = `llmch resume ${plan.run_id} --artifacts-dir /kept`;
  expect(commands(plan)).toContain(`${resume} --max-attempts +2`);
  expect(commands({ ...plan, verdict: "ERROR", exit_code: 3 })).toContain(resume);
  expect(commands({ ...plan, verdict: "PASS", exit_code: 0 }).join()).not.toContain("resume");
});
