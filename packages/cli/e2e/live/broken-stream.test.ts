import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { createLiveScene } from "./live-scene.ts";

const PLAN = JSON.stringify(samplePlan());

it.each([
  ["is fetched by its id where the server keeps it", [serves.breaksStream({ kept: PLAN })], ["stream", "poll", "poll"]],
  [
    "is asked for once more, in the background, where the server keeps none",
    [serves.breaksStream(), serves.answers(PLAN)],
    ["stream", "poll", "background", "poll", "poll"],
  ],
  [
    "is asked for once more where the stream ends in good order, but too early",
    [serves.endsStreamEarly(), serves.answers(PLAN)],
    ["stream", "poll", "background", "poll", "poll"],
  ],
  [
    "is asked for once more where no byte of it came through",
    [serves.dropsAfterHeaders(), serves.answers(PLAN)],
    ["stream", "background", "poll", "poll"],
  ],
  [
    "is asked for plainly where the server forgets what runs in the background",
    [serves.breaksStream(), serves.forgets(), serves.answers(PLAN)],
    ["stream", "poll", "background", "poll", "plain"],
  ],
])("an answer whose stream breaks %s", async (_, responses, ways) => {
  const scene = await createLiveScene({ responses });
  const { code, stdout, stderr } = await scene.plan();
  expect({ code, ways: scene.ways() }).toEqual({ code: 0, ways });
  expect(stdout).toMatch(/^PASS {2}2 work orders in 1 attempt: /);
  expect(stderr).toMatch(
    /^\S+Z {2}plan 1\/5 {2}the server broke off in the middle of its answer [^\n]*(fetched by its id|asked once more)/m,
  );
  expect(scene.retries("planner").length).toBeGreaterThan(0);
});

it("a server without the Responses endpoint is asked through Chat Completions", async () => {
  const scene = await createLiveScene({ chat: [serves.answers(PLAN)] });
  const { code } = await scene.plan();
  expect({ code, ways: scene.ways() }).toEqual({ code: 0, ways: ["stream", "chat"] });
});
