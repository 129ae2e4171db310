import { type ModelReply, promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { memoryLedger, scriptedModel, steadyClock } from "@llmch/testkit";
import { isJsonObject, type JsonObject, type JsonValue, objectsMember } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { compilePlan } from "./compile.ts";
import type { CompileInputs, CompilePorts } from "./compile-inputs.ts";
import { quotesInWords } from "./coverage/quoted-numbers.ts";
import { order, plan, simplePython, verifyOrder } from "./plan.fixture.ts";
import { standingPlanText } from "./plan-feedback.ts";
import type { Explorer } from "./ports.ts";

const INPUTS: CompileInputs = {
  spec: "Build modules.",
  template: "Plan this.\n{{PRODUCT_SPEC}}\n",
  doctrine: "",
  repoHints: null,
  repoFiles: [],
  repoCommit: null,
  settings: { ...DEFAULT_SETTINGS.planner, model: ["model-1"] },
  limits: promptLimits(400_000),
  plannerRunId: "01RUN",
};

const compile = async (
  replies: readonly (JsonValue | ModelReply)[],
  changes: Partial<CompileInputs> = {},
  more: Pick<CompilePorts, "heldAcceptance" | "explorer"> = {},
) => {
  const ledger = memoryLedger();
  const texts = replies.map((each) => (isReply(each) ? each : JSON.stringify(each)));
  const model = scriptedModel(texts);
  const ports = { model, ledger, clock: steadyClock(), syntaxes: { python: () => simplePython }, ...more };
  const outcome = await compilePlan({ ...INPUTS, ...changes }, ports);
  const orders = outcome.kind === "compiled" ? outcome.plan.orders : [];
  return { outcome, orders, requests: model.requests, artifacts: ledger.artifacts };
};

const isReply = (value: JsonValue | ModelReply): value is ModelReply => isJsonObject(value) && value.kind === "failed";

const SECRET = { context_files: [".env"] };
const FULFILS = { fulfils: ["Build modules."] };
/** A quote that the spec does not contain: W222. */
const STRAY = { fulfils: ["Build houses."] };
const sound = plan([order(1, FULFILS), order(2)]);
const weak = plan([order(1, FULFILS), order(2, STRAY)]);
/** Its second order names a secret file: W210. */
const secret = plan([order(1, FULFILS), order(2, SECRET)]);
const old = plan([order(1), order(2, SECRET)]);
const broken = plan([order(1, FULFILS), order(2, { forbidden: "none", ...SECRET })]);
const failed = (reason: "unreachable" | "limit" | "interrupted"): ModelReply => ({
  ...{ kind: "failed", reason, message: "nobody answers", hint: "look at the network" },
});

describe("a plan that leaves out what the spec demands", () => {
  test("is sent back once, with only those warnings", async () => {
    const { outcome, orders, requests } = await compile([
      plan([order(1, FULFILS), order(2, { ...STRAY, ...SECRET })]),
      { revised_orders: [order(2)] },
    ]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 2, warnings: [] });
    expect(orders.map(({ context_files }) => context_files)).toEqual([[], ["src/m1.js"]]);
    const second = requests[1]?.prompt ?? "";
    expect(second).toContain("# Your previous answer stands, and has weak places");
    expect(second).toContain("### WO-02\n[W222] WO-02: ");
    expect(second).not.toContain("W210: order that names a secret file.");
    expect(second).not.toContain("## Errors");
    expect(requests.map(({ answerSchema }) => answerSchema?.name)).toEqual(["work_order_manifest", "changed_manifest"]);
  });

  test.each<[string, JsonValue | ModelReply, number]>([
    ["still has them", weak, 1],
    ["breaks a rule", broken, 1],
    ["is no plan", "Sorry.", 1],
    ["has more of them", plan([order(1, STRAY), order(2, { fulfils: ["Build houses.", "Build boats."] })]), 1],
    ["does not come", failed("unreachable"), 1],
    ["is more than the budget allows", failed("limit"), 1],
  ])("stands if the next answer %s", async (_, reply, warnings) => {
    const { outcome, orders } = await compile([weak, reply]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 2, errors: [] });
    expect(outcome.warnings).toHaveLength(warnings);
    expect(orders).toHaveLength(2);
  });

  test("is discarded if the user ends the run", async () => {
    expect((await compile([weak, failed("interrupted")])).outcome.kind).toBe("interrupted");
  });

  test.each<[string, JsonValue, Partial<CompileInputs>]>([
    ["uses no member that older plans lack", old, {}],
    ["has only other warnings", secret, {}],
    ["was the last attempt", secret, { settings: { ...INPUTS.settings, max_attempts: 1 } }],
  ])("is not sent back if it %s", async (_, answer, changes) => {
    expect((await compile([answer], changes)).outcome).toMatchObject({
      ...{ kind: "compiled", attempts: 1 },
      warnings: [expect.objectContaining({ code: "W210" })],
    });
  });
});

describe("a plan whose warnings `check` has told", () => {
  /** Has drafts checked, then answers; one list an attempt. */
  const explorer = (attempts: readonly (readonly JsonObject[])[]) => {
    let asked = 0;
    const found: string[][] = [];
    const ask: Explorer["ask"] = async (_request, _folder, judge) => {
      const said = attempts[asked++] ?? [];
      for (const draft of said.slice(0, -1)) found.push((await judge(draft)).warnings.map(({ code }) => code));
      return { kind: "answered", text: JSON.stringify(said.at(-1)), reasoning: null, usage: null, model: "m" };
    };
    return { explorer: { ask }, found };
  };
  const more = plan([order(1, FULFILS), order(2, { fulfils: ["Build houses.", "Build boats."] })]);
  const KEPT = { revised_orders: [] };

  test.each<[string, readonly (readonly JsonObject[])[], number, number]>([
    ["stands", [[weak, KEPT]], 1, 1],
    ["stands after a second draft", [[more, weak, KEPT]], 1, 1],
    ["goes back for one that no draft had", [[weak, more], [KEPT]], 2, 2],
    ["goes back if nothing was checked", [[weak], [KEPT]], 2, 1],
  ])("%s", async (_, attempts, count, warnings) => {
    const { explorer: ask } = explorer(attempts);
    const { outcome } = await compile([], {}, { explorer: ask });
    expect(outcome).toMatchObject({ kind: "compiled", attempts: count });
    expect(outcome.warnings).toHaveLength(warnings);
  });

  test("may be checked with what an order fulfils besides, and answered so", async () => {
    const none = plan([order(1, { fulfils: ["x y z"] }), order(2)]);
    const { explorer: ask, found } = explorer([[none, { fulfils: { "WO-01": [1] } }, KEPT], [KEPT]]);
    const { orders } = await compile([], { spec: "Build modules. Test them." }, { explorer: ask });
    expect(found).toEqual([
      ["W222", "W222", "W222"],
      ["W222", "W222"],
    ]);
    expect(orders[0]?.fulfils).toEqual(["x y z", "Build modules."]);
  });
});

test("warnings go back with errors, for older plans too, but only once", async () => {
  const both = plan([order(1), order(2, { forbidden: "none", ...SECRET })]);
  const { requests } = await compile([both, both, sound]);
  expect(requests[2]?.prompt).not.toContain("W210");
  expect(requests[1]?.prompt).toMatch(
    /## Errors\n\n[^#]+### WO-02\n\[E005\][\s\S]+## Warnings\n\n[^#]+### WO-02\n\[W210\]/,
  );
  expect(requests[1]?.prompt).toContain("- W210: ");
});

test.each<[string, JsonValue, readonly (number | undefined)[]]>([
  ["uses what older plans lack", sound, [2, 2]],
  ["is as plans were before", old, [undefined, undefined]],
])("a plan that %s has the right format in its provenance", async (_, answer, formats) => {
  const { orders } = await compile([answer]);
  expect(orders.map(({ provenance }) => isJsonObject(provenance) && provenance.format)).toEqual(formats);
});

describe("an answer with single orders", () => {
  test("replaces those orders, and leaves every other order unchanged", async () => {
    const { outcome, orders, requests, artifacts } = await compile([
      broken,
      { revised_orders: [order(2, { title: "Mended", forbidden: "none" })] },
      { revised_orders: [order(2, { title: "Mended twice" })], system_overview: ["Other."], verify_contract: null },
    ]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 3 });
    expect(orders.map(({ title }) => title)).toEqual(["Add module 1", "Mended twice"]);
    expect(artifacts.get("compile/manifest_raw_attempt_3.json")).toEqual({
      ...plan([order(1, FULFILS), order(2, { title: "Mended twice" })]),
      system_overview: ["Other."],
    });
    // The third prompt quotes the whole plan that the second answer led to, the spec by number.
    const quoted = /--- begin previous answer \w+\n([\s\S]*?)\n--- end/.exec(requests[2]?.prompt ?? "")?.[1] ?? "";
    expect(JSON.parse(quoted)).toMatchObject({ work_orders: [{ fulfils: ["1"] }, { title: "Mended" }] });
    expect(quotesInWords(JSON.parse(quoted), INPUTS.spec)).toEqual(
      artifacts.get("compile/manifest_raw_attempt_2.json"),
    );
    expect(quoted.split("\n").filter((line) => line.startsWith('{"id"'))).toHaveLength(2);
  });

  test("quotes the spec by number, in a first answer and in one with single orders", async () => {
    const numbered = plan([order(1, { fulfils: ["[1]"] }), order(2, { fulfils: [1, "1-2"], forbidden: "none" })]);
    const { orders, requests, artifacts } = await compile([
      numbered,
      { revised_orders: [order(2, { fulfils: ["1"] })] },
    ]);
    expect(orders.map(({ fulfils }) => fulfils)).toEqual([["Build modules."], ["Build modules."]]);
    expect(artifacts.get("compile/manifest_raw_attempt_1.json")).toMatchObject({
      work_orders: [{ fulfils: ["Build modules."] }, { fulfils: ["Build modules.", "1-2"] }],
    });
    expect(requests[1]?.prompt).toContain('the spec has no sentence "1-2": the last one is 1');
    expect(requests.map(({ prompt }) => prompt.split("Build modules.").length - 1)).toEqual([1, 1]);
  });

  test("answers the user's feedback on an existing plan", async () => {
    const text = standingPlanText({
      whole: { system_overview: ["Modules."] },
      orders: [order(1, FULFILS), order(2)],
    });
    const standing = { plan: text, feedback: "Rename the second." };
    const { outcome, orders, requests } = await compile([{ revised_orders: [order(2, { title: "Other" })] }], {
      standing,
    });
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 1 });
    expect(orders.map(({ title }) => title)).toEqual(["Add module 1", "Other"]);
    expect(orders[0]?.fulfils).toEqual(FULFILS.fulfils);
    expect(requests[0]?.answerSchema?.name).toBe("changed_manifest");
    expect(requests[0]?.prompt.split("Build modules.")).toHaveLength(2);
    expect(requests[0]?.prompt).toContain('`{"revised_orders": [...]}`');
  });

  test.each<[string, JsonObject]>([
    ["by id", { fulfils: { "WO-02": ["1"], "WO-09": ["1"] } }],
    [
      "as a strict schema has it",
      { revised_orders: null, fulfils: [{ id: "WO-02", fulfils: ["1"] }], work_orders: null },
    ],
    ["beside an order that changes", { revised_orders: [order(2, FULFILS)], fulfils: { "WO-01": [] } }],
  ])("may be no order, but what orders fulfil besides, %s", async (_, answer) => {
    const bare = plan([order(1, { fulfils: ["Build boats."] }), order(2, SECRET)]);
    const { outcome, orders } = await compile([bare, answer]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 2 });
    expect(orders.map(({ fulfils }) => fulfils)).toEqual([["Build boats."], ["Build modules."]]);
  });

  test("may add one at the end", async () => {
    const { orders } = await compile([broken, { revised_orders: [order(2), order(3)] }]);
    expect(orders.map(({ id }) => id)).toEqual(["WO-01", "WO-02", "WO-03"]);
  });

  test.each<[string, JsonObject]>([
    ["a whole plan", sound],
    ["a whole plan beside nothing", { revised_orders: null, ...sound }],
    ["a whole plan beside orders", { revised_orders: [order(1, { title: "Not taken" })], ...sound }],
  ])("is optional: %s is also accepted", async (_, answer) => {
    const { outcome, orders } = await compile([broken, answer]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 2 });
    expect(orders.map(({ title }) => title)).toEqual(["Add module 1", "Add module 2"]);
  });

  test("is impossible after an answer that was not a plan", async () => {
    const { outcome, requests } = await compile(["Sorry.", { revised_orders: [order(1)] }, sound]);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 3 });
    expect(requests.map(({ answerSchema }) => answerSchema?.name)).toEqual(Array(3).fill("work_order_manifest"));
  });

  test.each<JsonValue>([null, 7, "x", {}, { id: 7 }])(
    "that holds %j is judged like any other, and nothing is thrown",
    async (odd) => {
      const { outcome } = await compile([broken, { revised_orders: [odd] }], {
        settings: { ...INPUTS.settings, max_attempts: 2 },
      });
      expect(outcome.kind).toBe("invalid");
    },
  );
});

describe("acceptance that is run on the repo", () => {
  const held = (wo_id: string, index: number) => ({
    ...({
      code: "W221",
      wo_id,
      message: "the acceptance holds before the work",
      field: "acceptance_commands",
    } as const),
    pointer: `/work_orders/${index}/acceptance_commands`,
  });

  test("goes back like an error if it holds before the work, and only runs for a plan without errors", async () => {
    const tried: (readonly JsonObject[])[] = [];
    const heldAcceptance = async (manifest: JsonObject) => {
      tried.push(objectsMember(manifest, "work_orders"));
      return tried.length === 1 ? [held("WO-02", 1)] : [];
    };
    const old = plan([order(1), order(2)]);
    const { outcome, requests } = await compile([broken, old, { revised_orders: [order(2)] }], {}, { heldAcceptance });
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 3 });
    expect(tried.map((orders) => orders.map(({ id }) => id))).toEqual([
      ["WO-01", "WO-02"],
      ["WO-01", "WO-02"],
    ]);
    expect(requests[2]?.prompt).toMatch(/# Your previous answer was refused[\s\S]+### WO-02\n\[W221\] WO-02: /);
  });

  test("points into the answer, even if an order was dropped from the plan", async () => {
    const { outcome } = await compile(
      [plan([verifyOrder(1), order(2, { preconditions: [], context_files: [] })])],
      { repoFiles: ["scripts/verify.sh"], settings: { ...INPUTS.settings, max_attempts: 1 } },
      { heldAcceptance: async () => [held("WO-02", 0)] },
    );
    expect(outcome).toMatchObject({ kind: "invalid", errors: [held("WO-02", 1)] });
  });

  test("points at the plan's own acceptance", async () => {
    const whole = { ...held("", 0), wo_id: null, field: "plan_acceptance", pointer: "/plan_acceptance" } as const;
    const settings = { ...INPUTS.settings, max_attempts: 1 };
    const { outcome } = await compile([sound], { settings }, { heldAcceptance: async () => [whole] });
    expect(outcome).toMatchObject({ kind: "invalid", errors: [whole] });
  });

  test("ends the compile if a signal interrupts it", async () => {
    const { outcome } = await compile([sound], {}, { heldAcceptance: async () => null });
    expect(outcome).toMatchObject({ kind: "interrupted", attempts: 1 });
  });
});
