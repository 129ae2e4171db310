import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const scene = createPlanScene();
const order = (changes: Parameters<typeof sampleOrder>[1]) => JSON.stringify(samplePlan([sampleOrder(1, changes)]));
const megabytes = (count: number) => count * 1024 * 1024;
const good = JSON.stringify(samplePlan());

/** Text of a target, exit code, and the diagnostic codes, in order. */
const MALFORMED: readonly (readonly [title: string, text: string, exit: number, codes: readonly string[]])[] = [
  ["nothing", "", 4, ["E000"]],
  ["a list", "[]", 2, ["E000"]],
  ["NaN", '{"work_orders": [NaN]}', 4, ["E000"]],
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
