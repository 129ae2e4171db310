import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const scene = createPlanScene();
const order = (changes: Parameters<typeof sampleOrder>[1]) => JSON.stringify(samplePlan([sampleOrder(1, changes)]));
const megabytes = (count: number) => count * 1024 * 1024;
const good = JSON.stringify(samplePlan());

/** Text of a target, exit code, and the codes that are told, in order. */
const MALFORMED: readonly (readonly [title: string, text: string, exit: number, codes: readonly string[]])[] = [
  ["nothing", "", 4, ["E000"]],
  ["null", "null", 2, ["E000"]],
  ["a list", "[]", 2, ["E000"]],
  ["an empty object", "{}", 2, ["E000"]],
  ["no order", '{"work_orders": []}', 2, ["E000"]],
  [
    "orders of every other kind",
    '{"work_orders": [null, 1, "x", [], true]}',
    2,
    ["E000", "E000", "E000", "E000", "E000"],
  ],
  ["an order without anything", '{"work_orders": [{}]}', 2, ["E001", "E005"]],
  ["an id that is a number", order({ id: 1 }), 2, ["E001", "E005"]],
  ["acceptance_commands null", order({ acceptance_commands: null }), 2, ["E005"]],
  ["acceptance_commands of numbers", order({ acceptance_commands: [1, null] }), 2, ["E005"]],
  ["an empty command", order({ acceptance_commands: [""] }), 2, ["E201"]],
  ["preconditions of strings", order({ preconditions: ["src/a.js"] }), 2, ["E005"]],
  ["conditions of other kinds", order({ preconditions: [null, [], { kind: 1, path: 2 }] }), 2, ["E005"]],
  ["allowed_files that is a string", order({ allowed_files: "src/a.js", postconditions: [] }), 2, ["E005"]],
  ["a verify contract that is a string", JSON.stringify({ ...samplePlan(), verify_contract: "x" }), 2, ["E000"]],
  ["requires null", JSON.stringify(samplePlan(undefined, { command: "x", requires: null })), 0, []],
  ["a key twice", '{"work_orders": [], "work_orders": []}', 4, ["E000"]],
  ["a key twice, once escaped", '{"a": 1, "\\u0061": 1}', 4, ["E000"]],
  ["NaN", '{"work_orders": [NaN]}', 4, ["E000"]],
  ["a number too large to hold", '{"work_orders": [1e999]}', 4, ["E000"]],
  ["a text that is cut off", good.slice(0, -1), 4, ["E000"]],
  ["markdown fences", `\`\`\`json\n${good}\n\`\`\``, 4, ["E000"]],
  ["100 levels", "[".repeat(100) + "]".repeat(100), 4, ["E000"]],
  ["100,000 levels", '{"a":'.repeat(100_000), 4, ["E000"]],
  ["more than 10 MB", JSON.stringify("x".repeat(megabytes(10))), 4, ["E000"]],
  ["10 MB of one word", JSON.stringify({ work_orders: ["x".repeat(megabytes(10) - 20)] }), 2, ["E000"]],
  ["10 MB of intent", order({ intent: "x".repeat(megabytes(9.9)) }), 0, []],
  ["10 MB of one command", order({ acceptance_commands: ["a | ".repeat(megabytes(2.4))] }), 2, ["E003"]],
  ["a byte order mark", `\ufeff${good}`, 0, []],
  [
    "__proto__ and constructor as keys",
    `{"__proto__": {"work_orders": 1}, "constructor": {"prototype": 1}, ${good.slice(1)}`,
    0,
    [],
  ],
  ["orders behind __proto__", `{"__proto__": ${good}}`, 2, ["E000"]],
  ["__proto__ as an order's key", order({}).replace('"title"', '"__proto__":{"id":"WO-09"},"title"'), 0, []],
  ["lone surrogates", order({ title: "x" }).replace('"x"', '"\\ud800"'), 0, []],
];

describe("llmch check gives diagnostics, and never a stack trace, on", () => {
  it.concurrent.each(MALFORMED)("%s", async (title, text, exit, codes) => {
    const name = `${title.replace(/\W/g, "-")}.json`;
    scene.write({ [name]: text });
    const { code, stdout, stderr } = await scene.check([name, "--json"]);
    const document = JSON.parse(stdout);
    expect(document.errors.map((error: { code: string }) => error.code)).toEqual(codes);
    expect({ code, ok: document.ok, exit_code: document.exit_code }).toEqual({
      code: exit,
      ok: exit === 0,
      exit_code: exit,
    });
    expect(stderr.split("\n").filter((line) => line !== "" && !/^\[[EW]\d{3}\] /.test(line))).toEqual([]);
    expect(stderr.length).toBeLessThan(2_000);
  });
});
