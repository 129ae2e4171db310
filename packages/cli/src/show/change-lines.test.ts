import { changesInWords } from "@llmch/app";
import { workOrder } from "@llmch/testkit";
import pc from "picocolors";
import { expect, test } from "vitest";
import { changeLines, revisionLines } from "./change-lines.ts";
import { wordDiff } from "./word-diff.ts";

const order = (id: string) => ({ id, title: `Part \u001b[31m${id}` });
const kept = (from: string, to: string) => ({ kind: "kept" as const, before: order(from), after: order(to) });

test("a renumbered order gets one line, an unchanged one none, and the plan as a whole comes last", () => {
  const colors = pc.createColors(false);
  expect(changesInWords({ changes: [kept("WO-01", "WO-01")] })).toBeNull();
  const changes = [kept("WO-01", "WO-01"), kept("WO-02", "WO-03")];
  expect(changesInWords({ changes })).toBe("another sequence");
  const whole = { before: { system_overview: ["Small."] }, after: { system_overview: ["Large."] } };
  expect(changesInWords({ changes: [kept("WO-01", "WO-01")], whole })).toBe("the plan as a whole changed");
  const lines = changeLines({ changes, whole }, colors);
  expect(lines[0]).toMatch(/^kept {5}WO-03 {2}Part .+WO-03 {2}\(was WO-02\)$/);
  expect(lines[1]).toBe("changed  the plan as a whole");
  expect(lines).toContain('-    "Small."');
  expect(lines.join("")).not.toContain("\u001b");
});

test("a revised order is shown by words, and its lists by their entries, without a need for colour", () => {
  const before = workOrder({ intent: "Export sum(a, b), which\nreturns a + b.", acceptance_commands: ["node a.js 4"] });
  const after = {
    ...before,
    intent: "Export sum(a, b), which\nreturns a - b.",
    notes: "New.",
    acceptance_commands: ["node a.js 3"],
  };
  const of = (order: ReturnType<typeof workOrder>) => ({ order, document: JSON.parse(JSON.stringify(order)) }) as never;
  const shown = { before: of(before), after: of(after), objection: null, revision: 1 };
  expect(revisionLines(shown, pc.createColors(false)).slice(1)).toEqual([
    "intent: Export sum(a, b), which",
    "    returns a [-+-]{+-+} b.",
    "acceptance_commands:",
    '-    "node a.js 4"',
    '+    "node a.js 3"',
    "notes: {+New.+}",
  ]);
});

test.each<[string, string, string, string]>([
  ["a removed word", "one two three", "one three", "one[- two-] three"],
  ["an added end", "a + b", "a + b + 1", "a + b{+ + 1+}"],
  ["texts that share nothing", "old text", "new", "[-old text-]{+new+}"],
  ["an escape", "a", "\u001b[31mb", "[-a-]{+b+}"],
])("words: %s", (_, before, after, told) => {
  expect(wordDiff(before, after, pc.createColors(false))).toBe(told);
});

test("what is far from every change is left out", () => {
  const words = (first: string, middle: string) =>
    [first, ...Array(40).fill("x"), middle, ...Array(40).fill("y")].join(" ");
  const told = wordDiff(words("a", "m"), words("b", "n"), pc.createColors(false));
  expect(told).toMatch(/^\[-a-\]\{\+b\+\}( x){12} …( x){12} \[-m-\]\{\+n\+\}( y){12} …$/);
});
