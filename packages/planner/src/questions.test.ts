import { type EventBody, type PlannerAnswer, promptLimits, questionNeeds } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { memoryLedger, scriptedModel, steadyClock } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { compilePlan } from "./compile.ts";
import type { CompileInputs } from "./compile-inputs.ts";
import { answeredSpec } from "./coverage/answered-spec.ts";
import { order, plan, simplePython } from "./plan.fixture.ts";
import type { PlanUser } from "./ports.ts";
import { compileHash } from "./provenance.ts";

const VAGUE = "Make the shop better.\n";
const INPUTS: CompileInputs = {
  spec: VAGUE,
  template: "Plan this.\n{{#MAY_ASK}}\nYou may ask.\n{{/MAY_ASK}}\n{{PRODUCT_SPEC}}\n",
  doctrine: "",
  repoHints: null,
  repoFiles: [],
  repoCommit: null,
  mayAsk: true,
  settings: { ...DEFAULT_SETTINGS.planner, model: ["model-1"], max_attempts: 1 },
  limits: promptLimits(400_000),
  plannerRunId: "01RUN",
};

const question = (id: string, changes: JsonObject = {}): JsonObject => ({
  ...{ id, question: `Which ${id}?`, why: "Orders differ.", assumed: `The usual ${id}.` },
  ...changes,
});
const asking = (questions: readonly JsonObject[], orders: readonly JsonObject[] = []): string =>
  JSON.stringify(plan(orders, { questions }));
const PLANNED = JSON.stringify(plan([order(1)], { questions: null }));

/** A user who says what they know, and leaves the rest open. */
const userWith = (known: Readonly<Record<string, string | null>>): PlanUser => ({
  ask: async (questions, take) => {
    for (const each of questions) {
      const answer = known[each.id];
      if (answer !== undefined) await take(each, answer);
    }
  },
});

const compile = async (
  replies: readonly string[],
  user: PlanUser | undefined,
  changes: Partial<CompileInputs> = {},
) => {
  const ledger = memoryLedger();
  const model = scriptedModel(replies);
  const ports = { model, ledger, clock: steadyClock(), syntaxes: { python: () => simplePython } };
  const outcome = await compilePlan({ ...INPUTS, ...changes }, { ...ports, ...(user && { user }) });
  return { outcome, requests: model.requests, artifacts: ledger.artifacts, events: ledger.events };
};
const answersIn = (events: readonly EventBody[]): readonly (string | null)[] =>
  events.flatMap((event) => (event.type === "question_answered" ? [event.answer] : []));

describe("a vague spec", () => {
  test("ends in questions and not in a plan while nobody answers; that is no attempt", async () => {
    const { outcome, artifacts, events } = await compile(
      [asking([question("currency"), question("vat")], [order(1)])],
      undefined,
    );
    expect(outcome).toMatchObject({ kind: "waiting", attempts: 0, errors: [] });
    expect(questionNeeds(outcome.asked).map(({ id, kind, what }) => [id, kind, what])).toEqual([
      ["currency", "question", "Which currency?"],
      ["vat", "question", "Which vat?"],
    ]);
    expect(events.map(({ type }) => type)).toEqual(["compile_attempt_started", "planner_asked"]);
    expect(artifacts.get("compile/compile_summary.json")).toMatchObject({
      ...{ ending: "waiting", attempts: 0, needs: [{ id: "currency" }, { id: "vat" }] },
      questions: [{ why: "Orders differ." }, { assumed: "The usual vat." }],
    });
    expect([...artifacts.keys()].join()).not.toContain("output/");
  });

  test("is planned with the answers as a part of it, which orders quote, in one attempt", async () => {
    const user = userWith({ currency: " Swiss francs only. ", vat: "" });
    const quoting = JSON.stringify(
      plan([order(1, { fulfils: ["Make the shop better.", "Swiss francs only.", "The usual vat."] })]),
    );
    const { outcome, requests, events } = await compile(
      [asking([question("currency"), question("vat")]), quoting],
      user,
    );
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 1, warnings: [], coverage: { strays: [] } });
    expect(outcome.coverage?.sentences.map(({ text }) => text)).toEqual(["Make the shop better."]);
    expect(requests.map(({ key }) => key)).toEqual(["plan/attempt-1", "plan/attempt-2"]);
    const [first = "", second = ""] = requests.map(({ prompt }) => prompt);
    expect(first).toContain("You may ask.");
    expect(second).not.toContain("You may ask.");
    expect(second).toContain("## Question: Which currency?\n\nSwiss francs only.\n");
    expect(answersIn(events)).toEqual(["Swiss francs only.", "The usual vat."]);
    const spec = answeredSpec(VAGUE, outcome.asked.answers);
    expect(outcome.compileHash).toBe(compileHash({ ...INPUTS, spec }));
    expect(outcome.compileHash).not.toBe(compileHash(INPUTS));
  });

  test("is planned in one attempt if no order quotes an answer", async () => {
    const user = userWith({ currency: "It must be francs.\n\n# Not euros\n\nEuros are refused.", vat: "" });
    const planned = JSON.stringify(plan([order(1, { fulfils: ["Make the shop better."] })]));
    const { outcome } = await compile([asking([question("currency"), question("vat")]), planned], user);
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 1, warnings: [] });
    expect(outcome.coverage?.sentences).toEqual([{ text: "Make the shop better.", orders: ["WO-01"] }]);
  });

  test("keeps the answers of an earlier session, and asks only for what is open", async () => {
    const answers: readonly PlannerAnswer[] = [{ id: "currency", question: "Which currency?", answer: "Francs." }];
    const asked: string[] = [];
    const user: PlanUser = {
      ask: async (questions, take) => {
        asked.push(...questions.map(({ id }) => id));
        for (const each of questions) await take(each, "None.");
      },
    };
    const said = asking([question("currency"), question("vat")]);
    const { outcome, events } = await compile([said, PLANNED], user, { answers });
    expect(outcome).toMatchObject({
      kind: "compiled",
      asked: { answers: [{ answer: "Francs." }, { answer: "None." }] },
    });
    expect([asked, answersIn(events)]).toEqual([["vat"], ["None."]]);
  });

  test("is planned on what the planner assumes if nobody may be asked; that is no part of the spec", async () => {
    const { outcome, requests } = await compile([asking([question("vat")]), PLANNED], userWith({ vat: null }));
    expect(outcome).toMatchObject({ kind: "compiled", attempts: 1, compileHash: compileHash(INPUTS) });
    expect(requests[1]?.prompt).toMatch(
      /# Nobody answers your questions[\s\S]+- Which vat\?\n {2}assumed: The usual vat\./,
    );
    expect(requests[1]?.prompt).not.toContain("## Question");
  });

  test("keeps orders that came with questions only if nobody may be asked", async () => {
    const both = asking([question("vat")], [order(1)]);
    const assumed = await compile([both], userWith({ vat: null }));
    expect(assumed.outcome).toMatchObject({ kind: "compiled", attempts: 1, asked: { answers: [{ answer: null }] } });
    const asked = await compile([both, PLANNED], userWith({ vat: "None." }));
    expect(asked.requests).toHaveLength(2);
  });
});

test.each<[string, string]>([
  ["no member", JSON.stringify(plan([order(1)]))],
  ["null", PLANNED],
  ["an empty list", asking([], [order(1)])],
  ["questions that ask nothing", asking([question("a", { question: " " }), {}], [order(1)])],
])("a precise spec gets no question: %s", async (_, answer) => {
  const { outcome, events } = await compile([answer], undefined);
  expect(outcome).toMatchObject({ kind: "compiled", attempts: 1, asked: { questions: [] } });
  expect(events.map(({ type }) => type)).not.toContain("planner_asked");
});

test("five questions count, in short texts on one line, each with an id that a command line can name", async () => {
  const long = { id: "a", question: `Which\n\u001b[2J one${" x".repeat(500)}?`, assumed: 7 };
  const given = [question("a"), question("a"), question("b=c"), long, question("q2"), question("f"), question("g")];
  const { outcome } = await compile([asking(given)], undefined);
  const { questions } = outcome.asked;
  expect(questions.map(({ id }) => id)).toEqual(["a", "q2", "q3", "q4", "q5"]);
  expect(questions[3]).toMatchObject({ question: expect.stringMatching(/^Which \[2J one x x/), assumed: "" });
  expect(questions[3]?.question).toHaveLength(500);
});

test("a second list counts for nothing: with orders they stand, without any the answer is no plan", async () => {
  const user = userWith({ vat: "None.", more: "Never asked." });
  const again = await compile([asking([question("vat")]), asking([question("more")], [order(1)])], user);
  expect(again.outcome).toMatchObject({ kind: "compiled", asked: { questions: [{ id: "vat" }] } });
  const settings = { ...INPUTS.settings, max_attempts: 2 };
  const script = [asking([question("vat")]), asking([question("more")]), PLANNED];
  const empty = await compile(script, user, { settings });
  expect(empty.outcome).toMatchObject({ kind: "compiled", attempts: 2 });
  expect(empty.requests[2]?.prompt).toContain("[E000] `work_orders` is empty");
  expect(answersIn(empty.events)).toEqual(["None."]);
});

test("an interrupt while the user is asked ends the compile, and what was answered is recorded", async () => {
  const user: PlanUser = {
    ask: async ([first], take) => {
      if (first !== undefined) await take(first, "Francs.");
      throw new Error("interrupted");
    },
  };
  const ledger = memoryLedger();
  const ports = { ledger, clock: steadyClock(), syntaxes: { python: () => simplePython }, user };
  const model = scriptedModel([asking([question("currency"), question("vat")])]);
  await expect(compilePlan(INPUTS, { ...ports, model })).rejects.toThrow("interrupted");
  expect(answersIn(ledger.events)).toEqual(["Francs."]);
});
