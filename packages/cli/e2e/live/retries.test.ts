import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { type Step, serves } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { readJsonFile } from "../scene.ts";
import { createLiveScene, KEY } from "./live-scene.ts";

const PLAN = JSON.stringify(samplePlan());

describe("transient faults are retried", () => {
  it("after as long as Retry-After says", async () => {
    const scene = await createLiveScene({
      responses: [serves.status(429, { headers: { "retry-after": "1" } }), serves.answers(PLAN)],
    });
    const started = performance.now();
    const { code, stderr } = await scene.plan();
    expect({ code, requests: scene.ways() }).toEqual({ code: 0, requests: ["stream", "stream"] });
    expect(performance.now() - started).toBeGreaterThan(1_000);
    expect(stderr).toMatch(/^\S+Z {2}plan 1\/5 {2}the server answers 429 \(scripted 429\); again in 1\.0 s$/m);
  });

  it.each([
    ["500, 503 and 409", [500, 503, 409].map((code) => serves.status(code))],
    ["dropped connections and a proxy's page", [serves.drops(), serves.htmlPage(502), serves.drops()]],
  ])("three times: %s", async (_, faults) => {
    const scene = await createLiveScene({ responses: [...faults, serves.answers(PLAN)] });
    expect((await scene.plan()).code).toBe(0);
    expect(scene.ways().filter((way) => way !== "poll")).toHaveLength(4);
    expect(scene.retries("planner")).toHaveLength(3);
  });

  it("and no more often: plan ends with 3 and one line, run with ERROR, 3 and stage model_unavailable", async () => {
    const scene = await createLiveScene({
      responses: [serves.status(503)],
      chat: (_, index) => (turn) =>
        (index < 4 ? serves.status(503) : serves.answers(scene.answer({ "greet.js": "1;\n" })))(turn),
    });
    const planned = await scene.plan();
    expect(planned.code).toBe(3);
    expect(planned.stdout).toMatch(
      /^ERROR {2}the model server at 127\.0\.0\.1:\d+ answers 503 \(scripted 503\): [^\n]+\n$/,
    );
    scene.order();
    const ran = await scene.runAll();
    expect(ran.code).toBe(3);
    expect(ran.stdout).toMatch(/^ERROR {2}WO-01 {2}model_unavailable \(0 attempts, /);
    expect(scene.ways()).toEqual([...Array(4).fill("stream"), ...Array(4).fill("chat")]);

    const [schedule = ""] = scene.runs("run-all");
    const [run = ""] = scene.runs();
    const told = await scene.llmch(["show", basename(run)]);
    expect(told.stdout).toMatch(/^STOPPED [\s\S]*stopped after 0 attempts: .*model_unavailable/);
    expect(told.stdout).toMatch(/advice .*Do what the excerpt says[\s\S]*all\s+attempts\s+are\s+left/);
    expect((await scene.llmch(["runs"])).stdout).toContain("model unavailable");
    const resumed = await scene.llmch(["resume", basename(schedule), "--max-attempts", "1"]);
    expect(resumed.stdout).toMatch(/^PASS {2}WO-01 .*\(1 attempt, /);
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "PASS", total_attempts: 1, error: null });
    expect((await scene.llmch(["audit", basename(schedule), "--repo", scene.repo])).code).toBe(0);
  });

  it("without ending a run with jobs: half of all calls refused, every order passed, hardly more calls than one job makes", async () => {
    const orders = ["a.js", "b.js", "c.js", "d.js"];
    const refuses = serves.status(429, { headers: { "retry-after": "0" } });
    let another = () => {};
    const isBeside = new Promise<void>((resolve) => {
      another = resolve;
    });
    const scene = await createLiveScene({
      chat: ({ prompt }, index) => {
        if (index > 0) another();
        if (index % 2 === 1) return refuses;
        const file = orders.find((name) => prompt.includes(name)) ?? "";
        return async (turn) => {
          // Answer the first once another is asked beside it.
          await isBeside;
          await serves.answers(scene.answer({ [file]: "1;\n" }))(turn);
        };
      },
    });
    for (const [index, file] of orders.entries()) scene.order({ id: `WO-0${index + 1}`, allowed_files: [file] });
    const { code, stdout } = await scene.runAll(["--jobs", "4"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("4 of 4 orders") });
    expect(scene.server.requests.length).toBeLessThanOrEqual(1.2 * 2 * orders.length);
  });
});

/** A server that answers only once, and drops any retry. */
const once = (step: Step) => ({ responses: [step, serves.drops()], chat: [step, serves.drops()] });

describe("faults that a retry would not fix are reported at once", () => {
  const refusedKey = serves.status(401, { message: `Incorrect API key provided: ${KEY}.` });

  it("plan: a refused key, exit 3", async () => {
    const scene = await createLiveScene(once(refusedKey));
    const { code, stdout } = await scene.plan();
    expect({ code, requests: scene.server.requests.length }).toEqual({ code: 3, requests: 1 });
    expect(stdout).toMatch(
      /^ERROR {2}[^\n]* answers 401 \(Incorrect API key provided: \[redacted by llmch\]\.\): [^\n]*OPENAI_API_KEY[^\n]*\n$/,
    );
  });

  it("run: a request that the server does not accept, like a refused key, is exit 3 and no attempt", async () => {
    const scene = await createLiveScene({ chat: [serves.status(422, { message: "extra inputs" })] });
    scene.order();
    const { code, stdout } = await scene.runAll();
    expect([code, stdout]).toEqual([3, expect.stringMatching(/^ERROR {2}WO-01 {2}model_unavailable \(0 attempts, /)]);
  });

  it("run-all: a refused key, ERROR with stage model_unavailable and exit 3, everything rolled back", async () => {
    const scene = await createLiveScene(once(refusedKey));
    scene.order();
    scene.order({ id: "WO-02" });
    const { code, stdout } = await scene.runAll(["--branch", "work"]);
    expect({ code, requests: scene.server.requests.length }).toEqual({ code: 3, requests: 1 });
    expect(stdout).toMatch(
      /^ERROR {2}WO-01 {2}model_unavailable \(0 attempts, [^\n]*\)\nERROR {2}0 of 2 orders passed; WO-01 ended in an error \(model_unavailable\) {2}on work\n$/,
    );
    const [run = ""] = scene.runs();
    expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({
      stage: "model_unavailable",
      command: null,
      primary_error_excerpt: expect.stringContaining("401"),
    });
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({
      verdict: "ERROR",
      exit_code: 3,
      total_attempts: 0,
      error: expect.stringContaining("401"),
      attempts: [{ attempt: 1, verdict: "ERROR", stage: "model_unavailable" }],
      rollback_failed: false,
    });
    expect(readdirSync(run)).not.toContain("attempt_2");
    expect(scene.git("for-each-ref", "--format=%(refname:short)")).toBe("main");
    expect(scene.leftovers()).toEqual([]);
  });

  it("resume: asks the model that the run began with, and says so if the settings name another", async () => {
    const missing = serves.status(404, { message: "no such model", code: "model_not_found" });
    const scene = await createLiveScene({ responses: [missing, missing, missing] });
    scene.order();
    expect((await scene.runAll(["--branch", "work", "--llm-model", "gpt-typo"])).code).toBe(3);
    const resumed = await scene.llmch(["resume"]);
    expect(resumed).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^warning: the run asks gpt-typo, as it began; `llmch run-all` with --branch work asks \S+, which the settings name$/m,
      ),
    });
    const same = await scene.llmch(["resume"], { env: { LLMCH_FACTORY_MODEL: "gpt-typo" } });
    expect(same).toMatchObject({ code: 3, stderr: expect.not.stringContaining("as it began") });
  });

  it.each([
    ["a model that is not there", serves.status(404, { message: "no such model", code: "model_not_found" }), /404/],
    ["a request that is refused", serves.status(400, { message: "the prompt is too long" }), /too long/],
    ["a redirect, lest the key go elsewhere", serves.redirects("http://127.0.0.1:9/v1/responses"), /a redirect to/],
  ])("plan: %s, exit 3", async (_, step, words) => {
    const scene = await createLiveScene(once(step));
    const { code, stdout } = await scene.plan();
    expect({ code, requests: scene.server.requests.length }).toEqual({ code: 3, requests: 1 });
    expect(stdout).toMatch(/^ERROR {2}[^\n]+: [^\n]+\n$/);
    expect(stdout).toMatch(words);
  });

  it("no server at the address: plan and run-all exit with 3, in one line, without waiting", async () => {
    const scene = await createLiveScene({});
    await scene.server.close();
    scene.order();
    const ran = await scene.runAll();
    const planned = await scene.plan(["--overwrite"]);
    const waits = `${ran.stderr}${planned.stderr}`.match(/again in [\d.]+ s/g) ?? [];
    expect(new Set(waits)).toEqual(new Set(["again in 0.0 s"]));
    expect({ plan: planned.code, run: ran.code }).toEqual({ plan: 3, run: 3 });
    expect(planned.stdout).toMatch(
      /^ERROR {2}the model server at [^\n]* gives no answer \([^\n]*ECONNREFUSED[^\n]*\): [^\n]*\n$/,
    );
    expect(ran.stdout).toMatch(/^ERROR {2}WO-01 {2}model_unavailable /);
  });
});
