import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { memoryLedger, scriptedModel, steadyClock, strictAnswer } from "@llmch/testkit";
import { isJsonObject, type JsonObject, type JsonValue, objectsMember } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { compilePlan } from "./compile.ts";
import type { CompileInputs } from "./compile-inputs.ts";
import { makeDesign } from "./design/make-design.ts";
import { judgeDivision } from "./division/judge.ts";
import { noPython, order as orderOf, plan as planOf } from "./plan.fixture.ts";
import { CHILDREN_SCHEMA, REVISED_ORDER_SCHEMA } from "./plan-schema.ts";
import { judgeRevision } from "./revised-order/judge.ts";
import type { PlanWindow } from "./window/window.ts";

// Every answer here has all members of the schema that was sent with its question, with null in each that it says nothing of.

const order = (number: number, changes: JsonObject = {}): JsonObject =>
  orderOf(number, { fulfils: [], derive: [], ...changes });
const plan = (orders: readonly JsonValue[], changes: JsonObject = {}): JsonObject => planOf(orders, changes);
const COMMAND = "node src/m1.js";
const CONTRACT = { command: COMMAND, requires: [{ kind: "file_exists", path: "src/m1.js" }] };
const NOTED = { ...order(1, { notes: "As it was." }), fulfils: ["Build modules."], verify_exempt: false };
const STANDING = plan([NOTED, order(2)], {
  ...{ system_overview: ["Two modules."], verify_contract: CONTRACT, plan_acceptance: [COMMAND] },
});

const SPEC = "Build modules.";
const compile = async (answers: readonly JsonObject[], changes: Partial<CompileInputs> = {}) => {
  const model = scriptedModel(
    answers.map(
      (answer) =>
        ({ answerSchema }) =>
          JSON.stringify(strictAnswer(answerSchema?.schema, answer)),
    ),
  );
  const outcome = await compilePlan(
    {
      ...{ spec: SPEC, template: "Plan this.\n{{PRODUCT_SPEC}}\n", doctrine: "", repoHints: null, repoFiles: [] },
      ...{ repoCommit: null, limits: promptLimits(400_000), plannerRunId: "01RUN" },
      settings: { ...DEFAULT_SETTINGS.planner, model: ["model-1"], max_attempts: answers.length },
      ...changes,
    },
    { model, ledger: memoryLedger(), clock: steadyClock(), syntaxes: { python: noPython } },
  );
  const names = model.requests.map(({ answerSchema }) => answerSchema?.name);
  return { names, manifest: outcome.kind === "compiled" ? outcome.plan.manifest : outcome };
};
const standing = { plan: JSON.stringify(STANDING), feedback: "Better." };

describe("null in an answer with a plan", () => {
  test("means that there is none", async () => {
    const { manifest } = await compile([{ system_overview: ["Modules."], work_orders: [order(1)] }]);
    expect(manifest).toMatchObject({ verify_contract: null, work_orders: [{ notes: null }] });
    expect(manifest).not.toHaveProperty("plan_acceptance");
  });

  test.each<[string, JsonObject, readonly string[]]>([
    ["nothing that changes", {}, ["Add module 1", "Add module 2"]],
    ["one order", { revised_orders: [order(1, { title: "Other" })] }, ["Other", "Add module 2"]],
    ["all orders", { work_orders: [order(1, { title: "Only" })] }, ["Only"]],
  ])("means as it was if a plan stands, with %s", async (_, answer, titles) => {
    const { names, manifest } = await compile([answer], { standing });
    expect(names).toEqual(["changed_manifest"]);
    expect(manifest).toMatchObject({
      ...{ system_overview: ["Two modules."], verify_contract: CONTRACT, plan_acceptance: [COMMAND] },
      work_orders: titles.map((title) => ({ title })),
    });
    if (answer.work_orders === undefined)
      expect(manifest).toMatchObject({ work_orders: [{ notes: "As it was." }, {}] });
  });

  test("leaves a plan that was sent back as it was", async () => {
    const faulty = plan([order(1, { acceptance_commands: ["node a && b"] })], { verify_contract: CONTRACT });
    const { names, manifest } = await compile([faulty, { revised_orders: [order(1)] }]);
    expect(names).toEqual(["work_order_manifest", "changed_manifest"]);
    expect(manifest).toMatchObject({ system_overview: ["Modules."], verify_contract: CONTRACT });
  });

  test("is no abort and no old note in a window", async () => {
    const window: PlanWindow = { first_order: 1, most_orders: 2, standing: "M1.", notes: [], citable: [] };
    const { plan_acceptance: _, ...orders } = plan([order(1, { acceptance_commands: ["node a && b"] })]);
    const notes = [{ now: "dates are UTC", why: "new" }];
    const faulty = { ...orders, completes: false, notes };
    const { names, manifest } = await compile([faulty, { completes: true, notes, revised_orders: [order(1)] }], {
      window,
    });
    expect(names).toEqual(["work_order_window", "changed_window"]);
    expect(manifest).toMatchObject({ work_orders: [{ id: "WO-01" }] });
  });
});

describe("null in a revised order means as it was", () => {
  const REQUIRED = ["title", "intent", "postconditions", "allowed_files", "acceptance_commands"];
  const before = { ...NOTED, already_true_because: "It is.", derive: [{ command: "npm i", files: ["src/m1.js"] }] };
  const point = { order: before, following: [], verifyContract: null, repoFiles: [] };
  const revised = (given: JsonObject) =>
    judgeRevision(strictAnswer(REVISED_ORDER_SCHEMA.schema, given), point, { python: noPython });
  const unchanged = judgeRevision({ id: "WO-01" }, point, { python: noPython }).order ?? {};

  test.each<[string, readonly string[]]>([
    ["no member", []],
    ["every member that an order must have", REQUIRED],
    ...Object.keys(before).flatMap((name): [string, readonly string[]][] =>
      name === "id" || name === "verify_exempt"
        ? []
        : [
            [`${name} alone`, [name]],
            [`all but ${name}`, Object.keys(before).filter((other) => other !== name && other !== "verify_exempt")],
          ],
    ),
  ])("in an answer with %s", (_, names) => {
    const given = Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name)));
    expect(revised({ ...given, id: "WO-01" })).toMatchObject({ errors: [], order: unchanged });
    expect(unchanged).toMatchObject({ notes: "As it was.", fulfils: ["Build modules."] });
  });

  test("even if the order has none; what goes is empty", () => {
    const bare = { ...point, order: order(1) };
    const whole = Object.fromEntries(Object.entries(order(1)).filter(([name]) => [...REQUIRED, "id"].includes(name)));
    const { errors } = judgeRevision(strictAnswer(REVISED_ORDER_SCHEMA.schema, whole), bare, { python: noPython });
    expect(errors).toEqual([]);
    const emptied = { ...whole, notes: "", fulfils: [], already_true_because: "", derive: [] };
    const { order: left } = revised(emptied);
    expect(left).toMatchObject({ notes: null });
    for (const name of ["fulfils", "already_true_because", "derive"]) expect(left).not.toHaveProperty(name);
  });
});

test("null in a child of a divided order is nothing", () => {
  const files = ["src/m1.js", "src/m2.js"];
  const postconditions = files.map((path) => ({ kind: "file_exists", path }));
  const parent = { ...order(3), preconditions: [], allowed_files: files, postconditions, context_files: [] };
  const children = { work_orders: [order(1, { id: "WO-03.1" }), order(2, { id: "WO-03.2" })] };
  const answer = strictAnswer(CHILDREN_SCHEMA.schema, children);
  const { errors } = judgeDivision(answer, { order: parent, repoFiles: [], held: [] }, { python: noPython });
  expect(errors.filter(({ code }) => code === "E005")).toEqual([]);
  expect(objectsMember(isJsonObject(answer) ? answer : {}, "work_orders")[0]).toMatchObject({ notes: null });
});

test("null in a design is a place of its own in no file", async () => {
  const given = { interfaces: [{ name: "slug", signature: "slug(title)", about: "" }], modules: [] };
  const model = scriptedModel([
    ({ answerSchema }) => JSON.stringify(strictAnswer(answerSchema?.schema, { ...given, names: [], decisions: [] })),
  ]);
  const inputs = { template: "{{WORK}}", work: SPEC, repo: "", model: null, settings: { max_attempts: 1 } };
  const outcome = await makeDesign({ ...inputs, limits: promptLimits(16_000) }, { model, ledger: memoryLedger() });
  expect(outcome).toMatchObject({ kind: "designed", design: { interfaces: [{ path: null }] } });
});
