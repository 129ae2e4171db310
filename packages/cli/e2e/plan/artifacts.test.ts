import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "@llmch/text";
import { beforeAll, describe, expect, it } from "vitest";
import { filesBelow } from "../scene.ts";
import { createPlanScene, SPEC } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

/** The contract's canonical JSON and hashes, implemented independently: sorted keys, no spaces. */
const canonical = (value: JsonValue): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
};
const sha256 = (text: string | JsonValue): string =>
  createHash("sha256")
    .update(typeof text === "string" ? text : canonical(text))
    .digest("hex");

const TEMPLATE = "Plan this, äußerst genau:\n{{PRODUCT_SPEC}}\n";
const FORGED = { planner_run_id: "forged", compile_hash: "0", manifest_sha256: "0", bootstrap: true };
const contract = { command: "node --test", requires: [{ kind: "file_exists", path: "src/part-2.js" }] };
const scene = createPlanScene([
  invalidPlan(),
  samplePlan([sampleOrder(1, { provenance: FORGED, verify_exempt: false, extra: 1 }), sampleOrder(2)], contract),
]);
let run = "";
const at = (path: string) => scene.json(`${run}/${path}`);
const lines = (path: string) =>
  scene
    .read(`${run}/${path}`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  scene.write({ "mine.md": TEMPLATE });
  const flags = ["--template", "mine.md", "--outdir", "wo", "--model", "gpt-x", "--reasoning-effort", "high"];
  expect((await scene.replay(flags)).code).toBe(0);
  run = scene.run();
});

describe("a planner run keeps", () => {
  it("these files, and no others", () => {
    const perAttempt = ["llm_raw_response", "llm_reasoning", "manifest_raw", "prompt", "validation_errors"];
    expect(filesBelow(`${scene.root}/${run}`)).toEqual(
      [
        "compile/compile_summary.json",
        ...perAttempt.flatMap((name) =>
          [1, 2].map((n) => `compile/${name}_attempt_${n}.${/manifest|errors/.test(name) ? "json" : "txt"}`),
        ),
        "events.jsonl",
        "exchanges.jsonl",
        "mark",
        "output/WORK_ORDERS_MANIFEST.json",
        "output/WO-01.json",
        "output/WO-02.json",
        "request.json",
        "run.json",
        "seal.json",
        "spec.txt",
      ].sort(),
    );
  });

  it("its run.json, completed", () => {
    const compileHash = sha256({
      spec_sha256: sha256(SPEC),
      template_sha256: sha256(TEMPLATE),
      model: "gpt-x",
      reasoning_effort: "high",
    }).slice(0, 16);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(at("run.json")).toMatchObject({
      run_id: run.split("/").at(-1),
      tool: "planner",
      version: expect.stringMatching(/^0\.1\.0(\+[0-9a-f]{10}(-dirty)?)?$/),
      started_at_utc: time,
      finished_at_utc: time,
      success: true,
      compile_hash: compileHash,
      config: { model: "gpt-x", reasoning_effort: "high", max_attempts: 5 },
      inputs: {
        spec_path: "spec.txt",
        spec_sha256: sha256(SPEC),
        template_path: `${scene.root}/mine.md`,
        template_sha256: sha256(TEMPLATE),
      },
      outputs: {
        work_order_count: 2,
        compile_attempts: 2,
        manifest_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        validation_errors: [],
      },
    });
    expect(run).toMatch(/\/[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("each attempt's answer, plan and errors, the errors of the last an empty list", () => {
    expect(at("compile/manifest_raw_attempt_1.json")).toEqual(invalidPlan());
    expect(scene.read(`${run}/compile/llm_raw_response_attempt_1.txt`)).toBe(JSON.stringify(invalidPlan(), null, 2));
    expect(scene.read(`${run}/compile/llm_reasoning_attempt_1.txt`)).toBe("");
    expect(at("compile/validation_errors_attempt_1.json")).toMatchObject([
      { code: "E103", wo_id: "WO-01", field: "postconditions", message: expect.any(String) },
      { code: "E104", wo_id: "WO-01", field: "allowed_files", message: expect.any(String) },
    ]);
    expect(scene.read(`${run}/compile/validation_errors_attempt_2.json`)).toBe("[]\n");
    expect(at("compile/compile_summary.json")).toMatchObject({
      attempts: 2,
      errors: [],
      timing: expect.any(Object),
      settings: { model: "gpt-x", reasoning_effort: "high", max_attempts: 5 },
    });
  });

  it("its events, numbered without a gap, and every exchange by its key", () => {
    const events = lines("events.jsonl");
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    for (const event of events) expect(event).toMatchObject({ run_id: run.split("/").at(-1), ts: expect.any(String) });
    expect(events.map(({ type }) => type)).toEqual([
      "plan_started",
      ...[1, 2].flatMap(() => ["compile_attempt_started", "model_asked", "model_answered", "compile_attempt_judged"]),
      "plan_written",
      "run_finished",
    ]);
    expect(lines("exchanges.jsonl").map(({ key }) => key)).toEqual(["plan/attempt-1", "plan/attempt-2"]);
  });
});

describe("the orders that a plan writes", () => {
  it("carry what was computed, and nothing that the model claims about it", () => {
    const manifest = at("output/WORK_ORDERS_MANIFEST.json");
    const orders = [at("output/WO-01.json"), at("output/WO-02.json")];
    const asked = orders.map(({ $schema, ...order }) => order);
    const bare = asked.map(({ provenance, ...order }) => order);
    const manifestSha256 = sha256({ ...manifest, work_orders: bare });
    const { compile_hash, outputs } = at("run.json");
    const provenance = { planner_run_id: run.split("/").at(-1), compile_hash, manifest_sha256: manifestSha256 };

    expect(bare).toEqual([
      { ...sampleOrder(1), verify_exempt: true },
      { ...sampleOrder(2), verify_exempt: false },
    ]);
    for (const { $schema } of orders)
      expect($schema).toMatch(/^https:.*\/templates\/schemas\/work-order\.schema\.json$/);
    expect(orders.map((order) => order.provenance)).toEqual([
      { ...provenance, bootstrap: true },
      { ...provenance, bootstrap: false },
    ]);
    expect(manifest).toEqual({ system_overview: ["A small program."], verify_contract: contract, work_orders: asked });
    expect(outputs).toMatchObject({ manifest_sha256: manifestSha256 });
    const unproven = (manifest.work_orders as readonly JsonObject[]).map(({ provenance, ...order }) => order);
    expect(sha256({ ...manifest, work_orders: unproven })).toBe(manifestSha256);
  });

  it("are the same bytes from the same inputs, except for the run's id", async () => {
    const again = createPlanScene([samplePlan([sampleOrder(1), sampleOrder(2)], contract)]);
    again.write({ "mine.md": TEMPLATE, "elsewhere/.keep": "" });
    const flags = ["--template", "mine.md", "--outdir", "wo", "--model", "gpt-x", "--reasoning-effort", "high"];
    const env = { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8", LC_ALL: "C" };
    expect((await again.replay(flags, { env })).code).toBe(0);
    const id = (path: string) => path.split("/").at(-1) ?? "";
    for (const name of scene.names("wo")) {
      expect(again.read(`wo/${name}`).replaceAll(id(again.run()), "RUN")).toBe(
        scene.read(`wo/${name}`).replaceAll(id(run), "RUN"),
      );
    }
  });

  it("have a different compile hash with a different spec, template, model or effort", async () => {
    const hashes = new Set([at("run.json").compile_hash]);
    const variants = [
      { flags: ["--model", "gpt-y", "--reasoning-effort", "high"] },
      { flags: ["--model", "gpt-x", "--reasoning-effort", "low"] },
      { flags: ["--model", "gpt-x", "--reasoning-effort", "high"], spec: "Another.\n" },
      { flags: ["--model", "gpt-x", "--reasoning-effort", "high"], template: `${TEMPLATE}\n` },
    ];
    await Promise.all(
      variants.map(async ({ flags, spec = SPEC, template = TEMPLATE }) => {
        const other = createPlanScene([samplePlan()]);
        other.write({ "mine.md": template, "spec.txt": spec });
        expect((await other.replay(["--template", "mine.md", ...flags])).code).toBe(0);
        hashes.add(other.json(`${other.run()}/run.json`).compile_hash);
      }),
    );
    expect(hashes.size).toBe(5);
  });
});

describe("the artifacts root", () => {
  it.each([
    ["the flag", ["--artifacts-dir", "by flag"], { ARTIFACTS_DIR: "by variable" }, "by flag"],
    ["the variable", [], { ARTIFACTS_DIR: "by variable" }, "by variable"],
    ["./artifacts", [], {}, "artifacts"],
  ])("is %s", async (_, flags, env, folder) => {
    const other = createPlanScene([samplePlan()]);
    expect((await other.replay(flags, { env })).code).toBe(0);
    expect(other.names(".")).toEqual(["exchanges.jsonl", folder, "spec.txt"].sort());
    expect(other.names(`${folder}/planner`)).toHaveLength(1);
  });
});
