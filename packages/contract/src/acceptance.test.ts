import { expect, test } from "vitest";
import { acceptanceOf } from "./acceptance.ts";
import { judgeWorkOrder } from "./schema-judge.ts";

const order = (acceptance_commands: unknown) => ({
  ...{ id: "WO-01", title: "t", intent: "i", allowed_files: ["a.js"], forbidden: [], context_files: [] },
  acceptance_commands,
});

test("a command is a string or an object with one, and only `true` hides it", () => {
  const judged = judgeWorkOrder(order(["a", { command: "b" }, { command: "c", hidden: true, later: 1 }]));
  expect(judged.ok && acceptanceOf(judged.value)).toEqual([
    { command: "a", hidden: false },
    { command: "b", hidden: false },
    { command: "c", hidden: true },
  ]);
});

test.each<[unknown, string]>([
  [[], "/acceptance_commands must NOT have fewer than 1 items"],
  [[{ hidden: true }], "/acceptance_commands/0 must have required property 'command'"],
  [[{ command: "a", hidden: "yes" }], "/acceptance_commands/0/hidden must be boolean"],
  [[7], "/acceptance_commands/0 must be string or object"],
])("%j is refused", (commands, fault) => {
  expect(judgeWorkOrder(order(commands))).toEqual({ ok: false, issues: [fault] });
});
