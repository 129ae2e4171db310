import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { createLiveScene } from "./live-scene.ts";

const PLAN = JSON.stringify(samplePlan());

it("plan goes from the schema to JSON mode to plain words, and leaves out what is refused", async () => {
  const scene = await createLiveScene({
    responses: [serves.answers("no JSON yet"), serves.answers(PLAN)],
    refuses: ["json_schema", "json_object", "reasoning.summary", "max_output_tokens"],
  });
  const { code, stderr } = await scene.plan();
  expect(code).toBe(0);
  const forms = scene.server.requests.map(
    ({ body }) => (body.text as { format: { type: string } } | undefined)?.format.type,
  );
  expect(forms.slice(0, 3)).toEqual(["json_schema", "json_object", undefined]);
  expect(scene.retries("planner")).toHaveLength(4);
  expect(stderr).toMatch(
    /^\S+Z {2}plan 1\/5 {2}the server refuses that form of structured output \([^\n]*\): asked once more without/m,
  );
  const [second] = scene.server.requests.slice(-1);
  expect(second?.body).toEqual({
    model: "gpt-5.2-codex",
    input: second?.prompt,
    prompt_cache_key: expect.any(String),
    reasoning: { effort: "medium" },
    stream: true,
  });
  expect(scene.server.requests).toHaveLength(6);
});

const STREAMED = ["stream", "stream_options"];

it("run-all remembers what the server refuses from order to order", async () => {
  const scene = await createLiveScene({
    chat: (_, index) => serves.answers(scene.answer({ [index === 0 ? "a.js" : "b.js"]: "1;\n" })),
    refuses: ["temperature", "max_completion_tokens", "json_schema"],
  });
  scene.order({ allowed_files: ["a.js"] });
  scene.order({ id: "WO-02", allowed_files: ["b.js"] });
  const { code } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  const [first, ...later] = scene.server.requests.map(({ body }) => Object.keys(body).sort());
  const asked = ["messages", "model", "prompt_cache_key", "response_format", ...STREAMED];
  expect(first).toEqual(["max_completion_tokens", ...asked, "temperature"]);
  expect(later.at(-2)).toEqual(["max_tokens", ...asked]);
  expect(later.at(-1)).toEqual(later.at(-2));
  expect(scene.server.requests).toHaveLength(5);
  expect(scene.server.requests.at(-1)?.body.response_format).toEqual({ type: "json_object" });
});

it("an answer that is cut is asked for once more with twice the budget", async () => {
  const scene = await createLiveScene({
    responses: [serves.answers(PLAN.slice(0, 50), { ending: "cut" }), serves.answers(PLAN)],
  });
  expect((await scene.plan()).code).toBe(0);
  const [first, second] = scene.server.requests.map(({ body }) => Number(body.max_output_tokens));
  expect(second).toBe(2 * (first ?? 0));
});

it("an answer that is cut twice ends plan with 3, and is an attempt of run like any other", async () => {
  const cut = serves.answers('{"summary": "', { ending: "cut" });
  const scene = await createLiveScene({
    responses: [cut],
    chat: (_, index) => (index < 2 ? cut : serves.answers(scene.answer({ "greet.js": "1;\n" }))),
  });
  const planned = await scene.plan();
  expect(planned.code).toBe(3);
  expect(planned.stdout).toMatch(/^ERROR {2}scripted-1 ran out of tokens, twice: [^\n]+\n$/);
  scene.order();
  const { code, stdout } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\(2 attempts, /);
  expect(scene.ways()).toEqual(["stream", "stream", "chat", "chat", "chat"]);
});
