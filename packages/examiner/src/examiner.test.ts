import type { CheckTrial, Examination, ExaminationCheck } from "@llmch/contract";
import { promptLimits, readExamination } from "@llmch/contract";
import { memoryLedger, scriptedModel } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { askBack } from "./ask-back.ts";
import type { Bench, Ran } from "./bench.ts";
import { examined, figuresOf, NOTHING_EXAMINED, openFindings } from "./examined.ts";
import { makeChecks } from "./make-checks.ts";
import { programArgv } from "./program.ts";
import { loadChecks, trialsOf, tryChecks } from "./try-checks.ts";

const SPEC = "# Till\n\nThe total is the sum of the lines. A refund lowers the total. It holds under load.\n";
const PRODUCT = {
  readme: "Run it.",
  start: ["node", "till.js"],
  help: null,
  signatures: "till.js\n  total(lines)",
  routes: [],
  files: ["till.js"],
};
const given = (changes: JsonObject = {}): JsonObject => ({
  ...{
    sentences: [1],
    language: "node",
    program: "if (1 + 1 !== Number(process.argv[9] ?? 2)) process.exit(1);",
    expects: "2",
  },
  ...changes,
});

const make = async (replies: readonly JsonObject[], changes: Partial<Parameters<typeof makeChecks>[0]> = {}) => {
  const ledger = memoryLedger();
  const model = scriptedModel(replies.map((each) => JSON.stringify(each)));
  const inputs = {
    ...{ template: "due {{DUE}}\n{{PRODUCT_SPEC}}\n{{INTERFACE}}\n", spec: SPEC, sentences: null, product: PRODUCT },
    ...{ milestone: "M1", window: 2, first: 1, model: null, syntaxes: {}, settings: { max_attempts: 2 } },
    ...{ limits: promptLimits(16_000), from: 1, folder: "examination_01" },
    ...changes,
  };
  const outcome = await makeChecks(inputs, { model, ledger });
  if (outcome.kind !== "made") throw new Error(outcome.kind);
  return { ...outcome, requests: model.requests };
};

describe("asking for checks", () => {
  test("the request has the numbered spec, what is due, and the product's outside alone", async () => {
    const { checks, requests } = await make([{ checks: [given()], questions: [] }], {
      sentences: ["A refund lowers the total."],
    });
    expect(requests.map(({ key }) => key)).toEqual(["window-02/examination/attempt-1"]);
    const prompt = requests[0]?.prompt ?? "";
    expect(prompt).toContain("due 2\n");
    expect(prompt).toContain("[1] The total is the sum of the lines. [2] A refund");
    expect(prompt).toContain("total(lines)");
    expect(checks).toMatchObject([{ id: "E-01", milestone: "M1", sentences: ["The total is the sum of the lines."] }]);
  });

  test.each<[string, JsonObject, string]>([
    ["a sentence that is not there", given({ sentences: [9] }), "sentences have the numbers 1 to 3"],
    ["no sentence", given({ sentences: [] }), "sentences have the numbers 1 to 3"],
    ["no program", given({ program: " " }), "the program is empty"],
    ["a program that cannot fail", given({ program: "process.exit(0)" }), "cannot fail"],
  ])("%s is sent back", async (_, check, message) => {
    const { left, checks, requests } = await make([{ checks: [check] }, { checks: [check, given()] }]);
    expect(requests[1]?.prompt).toContain(message);
    expect(checks).toHaveLength(1);
    expect(left).toHaveLength(1);
  });

  test("words and marks name sentences too, the language may be told by the program, and questions are kept", async () => {
    const python = given({
      sentences: ["[3]", "A refund lowers the total."],
      language: null,
      program: "import sys\nassert len(sys.argv) < 9",
    });
    const { checks, questions } = await make([
      { checks: [python], questions: [{ sentence: 1, question: "Of no lines?" }] },
    ]);
    expect(checks).toMatchObject([
      { language: "python", sentences: ["It holds under load.", "A refund lowers the total."] },
    ]);
    expect(questions).toEqual([{ sentence: "The total is the sum of the lines.", question: "Of no lines?" }]);
  });

  test("more than 25 are cut, and ids go on across milestones", async () => {
    const { checks } = await make([{ checks: Array.from({ length: 30 }, () => given()), questions: [] }], { first: 7 });
    expect([checks.length, checks[0]?.id, checks.at(-1)?.id]).toEqual([25, "E-07", "E-31"]);
  });
});

test.each([
  [{ language: "python", program: "assert 1" }, ["python3", "-c", "assert 1"]],
  [{ language: "sh", program: "test -f a" }, ["sh", "-c", "test -f a"]],
  [{ language: "node", program: "import a from 'a';" }, ["node", "--input-type=module", "-e", "import a from 'a';"]],
  [{ language: "node", program: "require('fs');" }, ["node", "-e", "require('fs');"]],
] as const)("%o is one process", (check, argv) => {
  expect(programArgv(check)).toEqual(argv);
});

const check = (id: string, sentence = "A refund lowers the total."): ExaminationCheck => ({
  ...{ id, milestone: "M1", sentences: [sentence], language: "node", program: `run ${id}`, expects: "so" },
  ...{ asked_back: false, withdrawn: false, results: [] },
});
/** Passes as its script says: runs alone, and one under load. */
const bench = (scripts: Readonly<Record<string, string>>, over = Number.POSITIVE_INFINITY) => {
  const calls: string[] = [];
  const next = (id: string): Ran => {
    const passed = (scripts[id] ?? "")[calls.filter((call) => call === id).length] !== "-";
    calls.push(id);
    return { passed, output: passed ? "" : `${id} is wrong` };
  };
  const made: Bench = {
    alone: async ({ id }) => next(id),
    loaded: async (checks) => checks.map(({ id }) => next(id)),
    isOver: () => calls.length >= over,
  };
  return { calls, ...made };
};

const run = async (
  checks: readonly ExaminationCheck[],
  scripts: Readonly<Record<string, string>>,
  {
    before = NOTHING_EXAMINED,
    over,
    recorded = new Map<string, CheckTrial>(),
    number = 1,
  }: { before?: Examination; over?: number; recorded?: ReadonlyMap<string, CheckTrial>; number?: number } = {},
) => {
  const at = bench(scripts, over);
  const alone = await tryChecks(checks, number, recorded, at);
  const trials = alone && (await loadChecks(checks, alone, at));
  if (trials === null) throw new Error("interrupted");
  return { after: examined(before, { checks, trials }), calls: at.calls };
};

describe("what runs come to", () => {
  test.each([
    ["++++", [], 1],
    ["+--+", [{ id: "F-01", check: "E-01", flaky: false, open: true }], 0],
    ["-+++", [{ flaky: true, open: true }], 0],
    ["+++-", [{ flaky: true, open: true }], 0],
  ])("%s", async (script, findings, passed) => {
    const { after } = await run([check("E-01")], { "E-01": script });
    expect(after.findings).toMatchObject(findings);
    expect(figuresOf(after)).toEqual({ passed, of: 1 });
    expect(readExamination({ ...after } as JsonObject)).toMatchObject({ ok: true, value: after });
  });

  test("a fault under load is none that comes at times if the sentence speaks of load", async () => {
    const { after } = await run([check("E-01", "It holds under load.")], { "E-01": "+++-" });
    expect(after.findings).toMatchObject([{ flaky: false }]);
  });

  test("a finding keeps its id, is closed once its check passes, and a struck one no longer counts", async () => {
    const checks = [check("E-01"), check("E-02"), check("E-03")];
    const first = (await run(checks, { "E-01": "---", "E-03": "---" })).after;
    expect(first.findings.map(({ id, check: of }) => `${id} ${of}`)).toEqual(["F-01 E-01", "F-02 E-03"]);
    const second = (await run(first.checks, { "E-03": "---", "E-02": "---" }, { before: first, number: 2 })).after;
    expect(second.findings.map(({ id, open }) => [id, open])).toEqual([
      ["F-01", false],
      ["F-02", true],
      ["F-03", true],
    ]);
    expect(second.checks[0]?.results.map(({ examination }) => examination)).toEqual([1, 2]);
    const struck = { ...second, struck: [{ id: "F-02", reason: "no" }] };
    expect(openFindings(struck).map(({ id }) => id)).toEqual(["F-03"]);
    expect(figuresOf(struck)).toEqual({ passed: 1, of: 2 });
  });

  test("what the time cuts is said, and a check that never ran counts for nothing", async () => {
    const { after, calls } = await run([check("E-01"), check("E-02")], {}, { over: 1 });
    expect(calls).toEqual(["E-01"]);
    expect([after.cut, figuresOf(after)]).toEqual([["E-01", "E-02"], { passed: 1, of: 1 }]);
  });

  test("a replay takes the results of the same programs from the record, and runs nothing", async () => {
    const checks = [check("E-01"), check("E-02")];
    const { after } = await run(checks, { "E-01": "---" });
    const again = await run(checks, {}, { recorded: trialsOf(after.checks) });
    expect([again.calls, again.after]).toEqual([[], after]);
    const other = await run([{ ...check("E-01"), program: "another" }], {}, { recorded: trialsOf(after.checks) });
    expect(other.calls).toHaveLength(4);
  });
});

test("of checks that fail an examiner says once whether they are right, wrong or withdrawn", async () => {
  const { after } = await run([check("E-01"), check("E-02"), check("E-03"), check("E-04")], {
    ...{ "E-01": "---", "E-02": "---", "E-03": "---", "E-04": "---" },
  });
  const failed = after.checks.map((each) => ({
    check: { ...each, results: [] },
    trial: each.results[0] as CheckTrial,
  }));
  const ledger = memoryLedger();
  const model = scriptedModel([
    JSON.stringify({
      checks: [
        { id: "E-01", verdict: "right", program: null },
        { id: "E-02", verdict: "wrong", program: "if (process.argv.length > 9) process.exit(1);" },
        { id: "E-03", verdict: "withdrawn", program: null },
        { id: "E-04", verdict: "wrong", program: "process.exit(0)" },
      ],
    }),
  ]);
  const at = { window: 2, examination: 3, model: null, syntaxes: {}, folder: "examination_03" };
  const said = await askBack(failed, at, { model, ledger });
  expect(model.requests).toMatchObject([{ key: "window-02/examination/attempt-1/review-3" }]);
  expect(model.requests[0]?.prompt).toContain("E-01 is wrong");
  if ("kind" in said) throw new Error(said.kind);
  expect(
    said.map(({ program, withdrawn, asked_back, results }) => [program, withdrawn, asked_back, results.length]),
  ).toEqual([
    ["run E-01", false, true, 1],
    ["if (process.argv.length > 9) process.exit(1);", false, true, 1],
    ["run E-03", true, true, 1],
    // A check that cannot fail is no better one.
    ["run E-04", false, true, 1],
  ]);
});
