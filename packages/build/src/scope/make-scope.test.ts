import { type ModelReply, promptLimits } from "@llmch/contract";
import { type Explorer, numberedSpec, type PlanUser } from "@llmch/planner";
import { HOSTILE_TEXTS, memoryLedger, readQuotes, scriptedModel, strictAnswer } from "@llmch/testkit";
import { isJsonObject, type JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { type BuildPorts, makeScope, needsScope, type ScopeInputs } from "./make-scope.ts";
import { FACTS, milestone, SPEC, scope } from "./scope.fixture.ts";

const INPUTS: ScopeInputs = {
  ...{ spec: SPEC, files: FACTS.files, syntaxes: FACTS.syntaxes },
  template: "Scope this.\n{{#MAY_ASK}}\nYou may ask.\n{{/MAY_ASK}}\n{{REPO_HINTS}}\n{{PRODUCT_SPEC}}\n",
  ...{ repoHints: null, standing: null, mayAsk: true, answers: [] },
  settings: { max_attempts: 3 },
  limits: promptLimits(400_000),
};

type Reply = Parameters<typeof scriptedModel>[0][number];

const ask = async (
  replies: readonly (JsonObject | Reply)[],
  changes: Partial<ScopeInputs> = {},
  ports: Partial<BuildPorts> & { readonly user?: PlanUser } = {},
) => {
  const ledger = memoryLedger();
  const isReply = (each: JsonObject | Reply): each is Reply => !isJsonObject(each) || each.kind !== undefined;
  const model = scriptedModel(replies.map((each) => (isReply(each) ? each : JSON.stringify(each))));
  const outcome = await makeScope({ ...INPUTS, ...changes }, { model, ledger, held: async () => [], ...ports });
  const { artifacts, events } = ledger;
  return { outcome, artifacts, events, requests: model.requests, prompts: model.requests.map(({ prompt }) => prompt) };
};

test("a spec needs a scope if it demands more than two windows hold", () => {
  const spec = (count: number) => Array.from({ length: count }, (_, at) => `The list must have field ${at}.`).join(" ");
  expect([needsScope(spec(10), 5), needsScope(spec(11), 5), needsScope(spec(11), 6)]).toEqual([false, true, false]);
  expect(needsScope("# Only\n\n```\ncode\n```\n", 1)).toBe(false);
});

describe("asking for a scope", () => {
  test("a good answer is the scope; each step is recorded", async () => {
    const { outcome, artifacts, requests } = await ask([scope()]);
    expect(outcome).toEqual({ kind: "scoped", scope: scope(), spec: SPEC, warnings: [] });
    expect(requests.map(({ key, answerSchema }) => [key, answerSchema?.name])).toEqual([["scope/attempt-1", "scope"]]);
    expect([...artifacts.keys()]).toEqual([
      "scope/prompt_attempt_1.txt",
      "scope/llm_raw_response_attempt_1.txt",
      "scope/validation_errors_attempt_1.json",
    ]);
  });

  test("null, as a strict server sends it, means no questions", async () => {
    const { outcome } = await ask([({ answerSchema }) => JSON.stringify(strictAnswer(answerSchema?.schema, scope()))]);
    expect(outcome).toMatchObject({ kind: "scoped", scope: scope() });
  });

  test("sentences are quoted by number, and the scope has their words", async () => {
    const numbered = scope({
      remit: { what: "Notes.", for_whom: "x", what_not: ["[3]"] },
      milestones: [milestone(1, { fulfils: [1, "7"] }), milestone(2, { fulfils: ["1-2"] })],
    });
    const mended = { ...numbered, milestones: [milestone(1, { fulfils: ["1"] }), milestone(2, { fulfils: ["1-2"] })] };
    const { outcome, prompts } = await ask([numbered, mended]);
    const [adds = "", lists = "", finds = ""] = [
      "notes add TEXT keeps a note.",
      "notes list prints them.",
      "notes find WORD searches.",
    ];
    expect(outcome).toMatchObject({
      scope: { remit: { what_not: [finds] }, milestones: [{ fulfils: [adds] }, { fulfils: [adds, lists] }] },
    });
    expect(prompts[1]).toContain('[E302] M1: the spec has no sentence "7": the last one is 3');
    const standing = { scope: (await scoped()).scope, feedback: "Less." };
    const { prompts: again } = await ask([scope()], { standing });
    for (const sentence of [adds, lists, finds])
      for (const prompt of [...prompts, ...again]) expect(prompt.split(sentence)).toHaveLength(2);
    expect(again[0]).toMatch(/\[1\] notes add [\s\S]*"fulfils": \[\s*"1"\s*\]/);
  });

  test("a faulty one goes back with what is wrong with it", async () => {
    const faulty = scope({ milestones: [milestone(1, { outcome: "Add the store." }), milestone(2)] });
    const { outcome, prompts } = await ask(["Sorry.", faulty, scope()]);
    expect(outcome.kind).toBe("scoped");
    expect(prompts[1]).toContain("[E005] the scope does not meet the schema: it is not JSON");
    expect(prompts[1]).toContain("### The whole scope\n");
    expect(prompts[2]).toContain('### M1\n[E301] M1: outcome "Add the store."');
    expect(prompts[2]).toContain('[E302] no milestone brings "notes find WORD searches."');
    expect(prompts[2]).toContain("Answer now with the whole corrected scope.");
    expect(prompts.every((prompt) => prompt.startsWith(prompts[0]?.trimEnd() ?? "?"))).toBe(true);
  });

  test("attempts end, and a failure of the model is an outcome", async () => {
    const faulty = scope({ milestones: [milestone(1)] });
    const { outcome, requests } = await ask([faulty, faulty, faulty]);
    expect(outcome).toMatchObject({ kind: "invalid", errors: [{ code: "E302" }, { code: "E302" }] });
    expect(requests).toHaveLength(3);
    const failed: ModelReply = { kind: "failed", reason: "limit", message: "no money", hint: "raise it" };
    expect((await ask([faulty, failed])).outcome).toMatchObject({ kind: "limited", errors: [{}, {}] });
  });

  test("acceptance that passes already goes back; what cannot be tried is said", async () => {
    let asked = 0;
    const held = async () => (++asked === 1 ? ["node check/add.js"] : []);
    const { outcome, prompts } = await ask([scope(), scope()], {}, { held });
    expect(outcome).toMatchObject({ kind: "scoped", warnings: [] });
    expect(prompts[1]).toContain("[E303] M1: every acceptance command passes before the work");
    expect((await ask([scope()], {}, { held: async () => null })).outcome).toMatchObject({
      kind: "scoped",
      warnings: [expect.stringContaining("was not tried")],
    });
  });

  test("a scope that its user sent back is changed, under the numbers that follow", async () => {
    const standing = { scope: (await scoped()).scope, feedback: "Search first." };
    const { prompts, requests, artifacts } = await ask(["{", scope()], {
      standing,
      from: 3,
      settings: { max_attempts: 2 },
    });
    expect(requests.map(({ key }) => key)).toEqual(["scope/attempt-3", "scope/attempt-4"]);
    expect(artifacts.has("scope/prompt_attempt_3.txt")).toBe(true);
    const { quotes } = readQuotes(prompts[0] ?? "");
    expect(quotes.find(({ label }) => label === "feedback")?.text).toBe("Search first.");
    expect(quotes.find(({ label }) => label === "standing scope")?.text).toContain("A user can find a note.");
  });

  test("a model with tools is asked instead, and may have drafts judged", async () => {
    const drafts: string[][] = [];
    const explorer: Explorer = {
      ask: async ({ messages }, folder, judge) => {
        expect([folder, messages.at(-1)?.content.includes("# Look around first")]).toEqual(["scope/attempt_1", true]);
        const { errors } = await judge(scope({ milestones: [] }));
        drafts.push(errors.map(({ code }) => code));
        return { kind: "stuck", why: "no turns left" };
      },
    };
    const { outcome } = await ask([], {}, { explorer });
    expect([drafts, outcome.kind]).toEqual([[["E005"]], "stuck"]);
  });
});

const scoped = async () => {
  const { outcome } = await ask([scope()]);
  if (outcome.kind !== "scoped") throw new Error(outcome.kind);
  return outcome;
};

describe("open questions", () => {
  const asking = (milestones = scope().milestones) =>
    scope({
      milestones: milestones ?? [],
      questions: [{ id: "q1", question: "Which format?", why: "x", assumed: "CSV" }],
    });
  const userWith = (answer: string | null | undefined): PlanUser => ({
    ask: async (questions, take) => {
      for (const each of questions) if (answer !== undefined) await take(each, answer);
    },
  });

  test("win over the scope, wait while nobody answers, and are no attempt", async () => {
    const { outcome, events, requests, artifacts } = await ask([asking()], { settings: { max_attempts: 1 } });
    expect(outcome).toEqual({ kind: "waiting" });
    expect(events).toEqual([{ type: "planner_asked", attempt: 1, questions: [expect.objectContaining({ id: "q1" })] }]);
    expect(requests[0]?.prompt).toContain("You may ask.");
    expect(artifacts.has("scope/validation_errors_attempt_1.json")).toBe(false);
  });

  test("their answers become part of the spec, and are asked for once", async () => {
    const settings = { max_attempts: 1 };
    const fulfils = ["notes list prints them.", "In JSON."];
    const answered = scope({ milestones: [milestone(1), milestone(2, { fulfils }), milestone(3)] });
    const { outcome, requests, artifacts } = await ask(
      [asking([]), answered],
      { settings },
      { user: userWith("In JSON.") },
    );
    expect(outcome).toMatchObject({
      kind: "scoped",
      spec: expect.stringContaining("## Question: Which format?\n\nIn JSON."),
    });
    expect(artifacts.get("answered_spec.txt")).toContain("In JSON.");
    expect(requests.map(({ key }) => key)).toEqual(["scope/attempt-1", "scope/attempt-2"]);
    expect(requests[1]?.prompt).not.toContain("You may ask.");
    const known = [{ id: "q1", question: "Which format?", answer: "In JSON." }];
    expect((await ask([asking([]), answered], { settings, answers: known })).outcome.kind).toBe("scoped");
  });

  test("that are left to the planner are assumed", async () => {
    const { outcome, prompts } = await ask([asking([]), scope()], {}, { user: userWith(null) });
    expect(outcome).toMatchObject({ kind: "scoped", spec: SPEC });
    expect(prompts[1]).toContain("`assumptions`, and ask nothing more");
    const stands = await ask([asking()], {}, { user: userWith(null) });
    expect([stands.outcome.kind, stands.requests.length]).toEqual(["scoped", 1]);
  });

  test("that nobody may ask are passed over", async () => {
    expect((await ask([asking()], { mayAsk: false })).outcome.kind).toBe("scoped");
  });
});

test.each(HOSTILE_TEXTS.map(({ title, text }) => [title, text] as const))("a hostile text: %s", async (_, text) => {
  const standing = { scope: (await scoped()).scope, feedback: text };
  const hostile = scope({
    milestones: [milestone(1, { outcome: text, fulfils: [text], area: text, acceptance: [text] })],
  });
  const { prompts } = await ask([text, hostile, text], { spec: text, standing });
  expect(prompts).toHaveLength(3);
  for (const prompt of prompts) {
    const { outside, quotes } = readQuotes(prompt);
    expect(outside).not.toContain("PWNED");
    expect(quotes.find(({ label }) => label === "specification")?.text.trimEnd()).toBe(numberedSpec(text).trimEnd());
  }
});
