import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";
import { createLiveScene, event, KEY } from "./live-scene.ts";

const PLAN = JSON.stringify(samplePlan());

it("plan streams, and shows the reasoning as it arrives, long before the answer is there", async () => {
  let seen = (): void => {};
  const shown = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const early: object[] = [];
  const scene = await createLiveScene({
    responses: [
      async ({ response, id }) => {
        early.push(readJsonFile(scene.runs("planner")[0] ?? "", "run.json"));
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(event("response.created", { response: { id, status: "in_progress" } }));
        response.write(event("response.reasoning_summary_text.delta", { delta: "First the " }));
        response.write(event("response.reasoning_summary_text.delta", { delta: "\u001b[31mgreeter." }));
        await shown;
        const output = [{ type: "message", content: [{ type: "output_text", text: PLAN }] }];
        response.end(event("response.completed", { response: { id, status: "completed", model: "served", output } }));
      },
    ],
  });
  const { code, stdout, stderr } = await scene.plan([], {
    onOutput: (text) => {
      if (text.includes("greeter.")) seen();
    },
  });
  expect(code).toBe(0);
  expect(stdout).toBe(`PASS  2 work orders in 1 attempt: ${join(scene.root, "wo")}\n`);
  expect(stderr).toContain("\n    First the greeter.\n");
  expect(early).toEqual([
    expect.objectContaining({
      started_at_utc: expect.any(String),
      finished_at_utc: null,
      success: null,
      outputs: null,
    }),
  ]);
});

it("plan asks Responses with its model, its effort, a strict schema and the key; --quiet shows no reasoning", async () => {
  const usage = { input_tokens: 5000, output_tokens: 5, cached_tokens: 2 };
  const scene = await createLiveScene({ responses: [serves.answers(PLAN, { reasoning: ["Think", "ing."], usage })] });
  const flags = ["--model", "gpt-x", "--reasoning-effort", "high", "--quiet"];
  const { code, stderr } = await scene.plan(flags);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [request] = scene.server.requests;
  expect(request).toMatchObject({
    method: "POST",
    path: "/responses",
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      model: "gpt-x",
      stream: true,
      reasoning: { effort: "high", summary: "auto" },
      text: { format: { type: "json_schema", strict: true, name: expect.any(String), schema: expect.any(Object) } },
    },
  });
  expect(request?.prompt).toContain("Build a greeter.");
  const run = scene.runs("planner")[0] ?? "";
  const [exchange] = readJsonLines(run, "exchanges.jsonl");
  expect(exchange).toEqual({
    key: "plan/attempt-1",
    request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    request: expect.objectContaining({ model: "gpt-x", reasoning_effort: "high", prompt: request?.prompt }),
    response: { text: PLAN, reasoning: expect.stringContaining("Thinking.") },
    usage,
    model: "scripted-1",
    asked_model: "gpt-x",
    provider: "openai",
    cost_usd: null,
    duration_ms: expect.any(Number),
  });
});

it("plan never writes the key, even if an answer or the spec repeats it", async () => {
  const echoing = JSON.stringify(samplePlan([sampleOrder(1, { title: `Use ${KEY}` })]));
  const scene = await createLiveScene({ responses: [serves.answers(echoing, { reasoning: [`It is ${KEY}.`] })] });
  const { code, stdout, stderr } = await scene.plan([], { input: `Build it with ${KEY}.\n` });
  expect(code).toBe(0);
  expect(stdout + stderr).toContain("WO-01  Use [redacted by llmch]  ");
  expect(stderr).toContain("It is [redacted by llmch].");
  expect(readJsonFile(scene.root, "wo/WO-01.json").title).toBe("Use [redacted by llmch]");
});

it("plan ends with one line if its record can no longer be written", async () => {
  const scene = await createLiveScene({
    responses: [
      (turn) => {
        const [run = ""] = scene.runs("planner");
        // The plan may be writing into it at this moment.
        rmSync(run, { recursive: true, maxRetries: 5 });
        writeFileSync(run, "");
        return serves.answers(PLAN)(turn);
      },
    ],
  });
  const { code, stdout, stderr } = await scene.plan();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/\nerror: unexpected: [^\n]* cannot be written \([^\n]*\n$/);
  expect(readdirSync(join(scene.root, "wo"))).toEqual([]);
});
