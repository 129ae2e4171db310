import { describe, expect, it } from "vitest";
import { checkText } from "./check.ts";
import { noPython, order, plan } from "./plan.fixture.ts";

const orderText = (changes: Parameters<typeof order>[1]) => JSON.stringify(plan([order(1, changes)]));
const good = JSON.stringify(plan([order(1), order(2)]));

/** A text, whether it is JSON, and the reported codes, in order. */
const MALFORMED: readonly (readonly [title: string, text: string, exit: 0 | 2 | 4, codes: readonly string[]])[] = [
  ["null", "null", 2, ["E000"]],
  ["an empty object", "{}", 2, ["E000"]],
  ["no order", '{"work_orders": []}', 2, ["E000"]],
  [
    "orders of every other kind",
    '{"work_orders": [null, 1, "x", [], true]}',
    2,
    ["E000", "E000", "E000", "E000", "E000"],
  ],
  ["an order without anything", '{"work_orders": [{}]}', 2, ["E001", "E005"]],
  ["an id that is a number", orderText({ id: 1 }), 2, ["E001", "E005"]],
  ["acceptance_commands null", orderText({ acceptance_commands: null }), 2, ["E005"]],
  ["acceptance_commands of numbers", orderText({ acceptance_commands: [1, null] }), 2, ["E005"]],
  ["an empty command", orderText({ acceptance_commands: [""] }), 2, ["E201"]],
  ["preconditions of strings", orderText({ preconditions: ["src/a.js"] }), 2, ["E005"]],
  ["conditions of other kinds", orderText({ preconditions: [null, [], { kind: 1, path: 2 }] }), 2, ["E005"]],
  ["allowed_files that is a string", orderText({ allowed_files: "src/a.js", postconditions: [] }), 2, ["E005"]],
  [
    "a verify contract that is a string",
    JSON.stringify({ ...plan([order(1), order(2)]), verify_contract: "x" }),
    2,
    ["E000"],
  ],
  ["requires null", JSON.stringify(plan([order(1)], { verify_contract: { command: "x", requires: null } })), 0, []],
  ["a key twice", '{"work_orders": [], "work_orders": []}', 4, ["E000"]],
  ["a key twice, once escaped", '{"a": 1, "\\u0061": 1}', 4, ["E000"]],
  ["a number too large to hold", '{"work_orders": [1e999]}', 4, ["E000"]],
  ["a text that is cut off", good.slice(0, -1), 4, ["E000"]],
  ["markdown fences", `\`\`\`json\n${good}\n\`\`\``, 4, ["E000"]],
  ["100 levels", "[".repeat(100) + "]".repeat(100), 4, ["E000"]],
  ["orders behind __proto__", `{"__proto__": ${good}}`, 2, ["E000"]],
  ["__proto__ as an order's key", orderText({}).replace('"title"', '"__proto__":{"id":"WO-09"},"title"'), 0, []],
];

describe("checkText gives diagnostics on", () => {
  it.each(MALFORMED)("%s", (_, text, exit, codes) => {
    const { errors, json } = checkText(text, { repoFiles: [], syntaxes: { python: noPython } });
    expect(errors.map(({ code }) => code)).toEqual(codes);
    expect(json).toBe(exit !== 4);
  });
});
