import { promptLimits, readScope, type Scope } from "@llmch/contract";
import { numberedSpec } from "@llmch/planner";
import { HOSTILE_TEXTS, memoryLedger, readQuotes, scriptedModel, strictAnswer } from "@llmch/testkit";
import type { JsonObject, JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import type { BuildPorts } from "../scope/make-scope.ts";
import { FACTS, milestone, SPEC, scope } from "../scope/scope.fixture.ts";
import { scopeChanges } from "../scope/scope-changes.ts";
import { judgeAssessment } from "./judge-assessment.ts";
import { type AssessmentInputs, makeAssessment } from "./make-assessment.ts";

const scopeOf = (document: JsonValue): Scope => {
  const read = readScope(document);
  if (!read.ok) throw new Error(read.issues.join());
  return read.value;
};

const SECRET = "node check/secret.js";
const hiding = milestone(2, { acceptance: ["node check/list.js", { command: SECRET, hidden: true }] });
const SCOPE = scopeOf(scope({ milestones: [milestone(1), hiding, milestone(3)] }));
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const assessment = (changes: JsonObject = {}): JsonObject => ({
  verdict: "on_course",
  reasons: [{ text: "Two orders landed.", cites: ["WO-01", COMMIT.slice(0, 8)] }],
  milestones: null,
  ...changes,
});
const rescope = (...milestones: readonly JsonObject[]) =>
  assessment({ verdict: "rescope", milestones: [...milestones] });

const report = async (document: JsonValue, failing: readonly string[] = ["node check/list.js"]) => {
  const given = { ...FACTS, scope: SCOPE, milestone: "M2", citable: ["WO-01", "WO-02", COMMIT], failing };
  const { errors, warnings, assessment: judged, scope } = await judgeAssessment(document, given, async () => []);
  const found = [...errors, ...warnings].map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);
  return { found, assessment: judged, scope };
};

describe("judging an assessment", () => {
  test.each(["on_course", "adjust", "stop"])("%s", async (verdict) => {
    const given = assessment({ verdict });
    expect(await report(given)).toEqual({ found: [], assessment: given, scope: null });
  });

  test.each<[string, JsonValue, string]>([
    ["no object", 1, "E005 : the assessment does not meet the schema: the document must be object"],
    ["a verdict", assessment({ verdict: "done" }), "E005 : the assessment does not meet the schema: /verdict must be"],
    ["no reasons", assessment({ reasons: [] }), "E005 : the assessment does not meet the schema: /reasons must NOT"],
    [
      "a rescope without milestones",
      assessment({ verdict: "rescope" }),
      "E005 : the assessment does not meet the schema: a rescope that has no",
    ],
    [
      "nothing cited",
      assessment({ reasons: [{ text: "So.", cites: [] }] }),
      'E307 /reasons/0/cites: reason "So." cites nothing',
    ],
    [
      "an order",
      assessment({ reasons: [{ text: "So.", cites: ["WO-01", "WO-09"] }] }),
      'E307 /reasons/0/cites/1: "WO-09" is no',
    ],
    [
      "a commit",
      assessment({ reasons: [{ text: "So.", cites: ["0123456f"] }] }),
      'E307 /reasons/0/cites/0: "0123456f" is no',
    ],
    [
      "a command that passes",
      assessment({ reasons: [{ text: "So.", cites: ["node check/add.js"] }] }),
      "E307 /reasons/0/cites/0",
    ],
  ])("%s", async (_, document, message) => {
    const { found, ...judged } = await report(document);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(judged).toEqual({ assessment: null, scope: null });
  });

  test("complete counts only if nothing fails", async () => {
    const given = assessment({ verdict: "complete" });
    expect((await report(given)).found).toEqual([
      "E308 /verdict: the verdict is complete, and acceptance fails: node check/list.js",
    ]);
    expect((await report(given, [])).found).toEqual([]);
  });

  test("a reason needs no evidence while there is none", async () => {
    const reasons = [{ text: "Nothing was done.", cites: [] }];
    const facts = { ...FACTS, scope: SCOPE, milestone: "M1", citable: [], failing: [] };
    expect((await judgeAssessment(assessment({ reasons }), facts, async () => [])).errors).toEqual([]);
  });

  test("a rescope replaces the milestones from the current one on, and is judged as a scope", async () => {
    const fulfils = ["notes list prints them.", "notes find WORD searches."];
    const { found, scope: now } = await report(rescope(milestone(2, { fulfils })));
    expect(found).toEqual([]);
    expect(now).toEqual(scopeOf(scope({ milestones: [milestone(1), milestone(2, { fulfils })] })));
    expect((await report(rescope(milestone(2)))).found).toEqual([
      expect.stringContaining("E302 /milestones: no milestone brings"),
    ]);
    expect((await report(rescope(milestone(2), milestone(3, { outcome: "Search." })))).found).toEqual([
      expect.stringContaining("E301 /milestones/1/outcome"),
    ]);
    expect((await report(rescope(milestone(3), milestone(2)))).found).toEqual([
      expect.stringContaining("E304 /milestones/0/id"),
      expect.stringContaining("E304 /milestones/1/id"),
    ]);
  });

  test("a hidden command is kept by its name", async () => {
    const kept = { ...hiding, acceptance: ["node check/list.js", { command: "hidden 1 of M2", hidden: true }] };
    expect((await report(rescope(kept, milestone(3)))).found).toEqual([
      expect.stringContaining("a rescope that changes nothing"),
    ]);
    const { scope: now } = await report(rescope({ ...kept, area: "src" }, milestone(3)));
    expect(now?.milestones[1]).toMatchObject({ area: "src", acceptance: [{}, { command: SECRET, hidden: true }] });
  });
});

const INPUTS: AssessmentInputs = {
  template: "{{MILESTONE}} {{WHY}}\n{{MEMORY}}\n{{ACCEPTANCE}}\n{{CITABLE}}\n{{MILESTONES}}\n{{PRODUCT_SPEC}}\n",
  ...{
    window: 3,
    assessment: 2,
    why: "claim",
    milestone: "M2",
    memory: "Two orders landed.",
    spec: SPEC,
    scope: SCOPE,
  },
  judged: [
    { id: "M1", failing: [] },
    { id: "M2", failing: ["node check/list.js", SECRET] },
  ],
  ...{ findings: [], changes: " src/a.js | 2 +-" },
  citable: ["WO-01", COMMIT],
  ...{ files: FACTS.files, syntaxes: FACTS.syntaxes, settings: { max_attempts: 2 }, limits: promptLimits(400_000) },
};

const ask = async (
  replies: readonly (JsonObject | string)[],
  changes: Partial<AssessmentInputs> = {},
  ports: Partial<BuildPorts> = {},
) => {
  const ledger = memoryLedger();
  const model = scriptedModel(replies.map((each) => (typeof each === "string" ? each : JSON.stringify(each))));
  const outcome = await makeAssessment({ ...INPUTS, ...changes }, { model, ledger, held: async () => [], ...ports });
  return { outcome, requests: model.requests, artifacts: ledger.artifacts };
};

describe("asking for an assessment", () => {
  test("it is told what happened, and what it may cite; hidden commands have names", async () => {
    const given = assessment({ reasons: [{ text: "So.", cites: ["hidden 1 of M2"] }] });
    const { outcome, requests, artifacts } = await ask([given]);
    expect(outcome).toEqual({ kind: "assessed", assessment: given, scope: null, warnings: [] });
    expect(requests.map(({ key }) => key)).toEqual(["window-03/assessment/attempt-1"]);
    expect([...artifacts.keys()][0]).toBe("assessment_02/prompt_attempt_1.txt");
    const prompt = requests[0]?.prompt ?? "";
    expect(prompt).toMatch(
      /^M2 The planner of the last window holds that the milestone is reached, and its acceptance fails\.\n/,
    );
    expect(prompt).toContain("M1: every command passes\nM2: 2 commands fail\n  node check/list.js\n  hidden 1 of M2");
    expect(prompt).toContain(`WO-01\n${COMMIT.slice(0, 12)}\nnode check/list.js\nhidden 1 of M2\n`);
    expect(prompt).not.toContain(SECRET);
    expect(prompt).not.toContain('"id": "M1"');
  });

  test("of many orders the latest are listed, and any may be cited", async () => {
    const orders = Array.from({ length: 300 }, (_, at) => `WO-${at + 100}`);
    const reasons = [{ text: "So.", cites: ["WO-100"] }];
    const { outcome, requests } = await ask([assessment({ reasons })], { citable: [...orders, COMMIT] });
    expect(outcome.kind).toBe("assessed");
    expect(requests[0]?.prompt.match(/^WO-\d+$/gm)).toEqual(orders.slice(-20));
  });

  test("a faulty one goes back", async () => {
    const { outcome, requests } = await ask(["no", assessment({ verdict: "complete" })]);
    expect(outcome).toMatchObject({ kind: "invalid", errors: [{ code: "E308" }] });
    expect(requests[1]?.prompt).toContain("[E005] the assessment does not meet the schema: it is not JSON");
    expect(requests[1]?.prompt).toContain("Answer now with the whole corrected assessment.");
    expect(requests[1]?.prompt).not.toContain(SECRET);
  });

  test("milestones quote the spec by number, in the prompt and in a rescope", async () => {
    const { outcome, requests } = await ask([rescope(milestone(2, { fulfils: ["2-3"] }))]);
    const fulfils = ["notes list prints them.", "notes find WORD searches."];
    expect(outcome).toMatchObject({ kind: "assessed", scope: { milestones: [{ id: "M1" }, { id: "M2", fulfils }] } });
    for (const sentence of fulfils) expect(requests[0]?.prompt.split(sentence)).toHaveLength(2);
    expect(requests[0]?.prompt).toMatch(/"id": "M2",[^}]*"fulfils": \[\s*"2"\s*\]/);
  });

  test("the milestones of a rescope are tried on the branch as it is, but not what is under way", async () => {
    const fulfils = ["notes list prints them.", "notes find WORD searches."];
    const good = rescope(milestone(2, { fulfils }), milestone(3));
    const idle = rescope(milestone(2, { fulfils, acceptance: ["node check/add.js"] }), milestone(3));
    const asked: (readonly string[])[] = [];
    const held = async (commands: readonly string[]) => {
      asked.push(commands);
      return ["node check/add.js", "node check/list.js"].filter((command) => commands.includes(command));
    };
    const { outcome, requests } = await ask([idle, good], {}, { held });
    expect(outcome).toMatchObject({
      kind: "assessed",
      scope: { milestones: [{ id: "M1" }, { id: "M2" }, { id: "M3" }] },
    });
    expect(requests[1]?.prompt).toContain("[E303] M2: every acceptance command passes before the work");
    expect(asked).toEqual([["node check/add.js", "node check/find.js"], ["node check/find.js"]]);
    expect((await ask([good], {}, { held: async () => null })).outcome).toMatchObject({
      warnings: [expect.any(String)],
    });
  });

  test("null, as a strict server sends it, is no milestones", async () => {
    const { milestones: _, ...sparse } = assessment();
    const model = scriptedModel([({ answerSchema }) => JSON.stringify(strictAnswer(answerSchema?.schema, sparse))]);
    expect((await ask([], {}, { model })).outcome).toMatchObject({ kind: "assessed", assessment: assessment() });
  });

  test("a model that fails is an outcome", async () => {
    const model = { ask: async () => ({ kind: "failed", reason: "unreachable", message: "m", hint: "h" }) as const };
    expect((await ask([], {}, { model })).outcome).toMatchObject({ kind: "model-failed" });
  });
});

test("the changes of a scope, as lines; hidden commands are counted", () => {
  const after = scopeOf(scope({ milestones: [milestone(1), milestone(2), milestone(3), milestone(4)] }));
  expect(scopeChanges(SCOPE, after)).toEqual([
    "- M2 is accepted by 1 hidden command",
    "+ M4 A user can add a note.",
    "+ M4 brings: notes add TEXT keeps a note.",
    "+ M4 is accepted by: node check/add.js",
  ]);
  expect(scopeChanges(SCOPE, SCOPE)).toEqual([]);
  expect(scopeChanges(after, scopeOf(scope({ remit: { what: "w", for_whom: "f", what_not: [] } })))).toEqual([
    "- remit: A keeper of notes.",
    "+ remit: w",
    "- M4 A user can add a note.",
    "- M4 brings: notes add TEXT keeps a note.",
    "- M4 is accepted by: node check/add.js",
  ]);
});

test.each(HOSTILE_TEXTS.map(({ title, text }) => [title, text] as const))("a hostile text: %s", async (_, text) => {
  const judged = [{ id: "M1", failing: [text] }];
  const hostile = scopeOf(scope({ milestones: [milestone(1, { outcome: text }), milestone(2)] }));
  const changes = { spec: text, memory: text, judged, citable: [text], scope: hostile, milestone: "M1" };
  const { requests } = await ask([text, assessment({ reasons: [{ text, cites: [text] }] })], changes);
  for (const { prompt } of requests) {
    const { outside, quotes } = readQuotes(prompt);
    expect(outside).not.toContain("PWNED");
    expect(quotes.find(({ label }) => label === "specification")?.text.trimEnd()).toBe(numberedSpec(text).trimEnd());
  }
});
