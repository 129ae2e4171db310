import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { judgeWorkOrder } from "./schema-judge.ts";
import { tickedText } from "./ticked-text.ts";

const ORDER = {
  ...{ id: "WO-01", title: "Add a cart", intent: "Add it.", allowed_files: ["cart.js"], forbidden: [] },
  ...{ acceptance_commands: ["node cart.js"], context_files: [] },
};

const LIST = "# Tasks\n- [ ] T001 Add a cart\r\n- [ ] T002 Show [ ] in it\n- [x] T003 Done\ncode: a[ ] = b[ ]";
const tick = (line: number, text = LIST.split("\n")[line - 1] ?? "") =>
  ({ path: "tasks.md", line, sha256: sha256Hex(text.replace("\r", "")), from: "[ ]", to: "[x]" }) as const;

test("ticks the first box of each line, and nothing else", () => {
  expect(tickedText(LIST, [tick(3), tick(2)])).toEqual({
    text: "# Tasks\n- [x] T001 Add a cart\r\n- [x] T002 Show [ ] in it\n- [x] T003 Done\ncode: a[ ] = b[ ]",
    left: [],
  });
});

test.each([
  ["was changed since", tick(2, "- [ ] T001 Add a basket")],
  ["is gone", tick(9)],
  ["has no open box", tick(4)],
  ["is no item of a list", tick(5)],
])("leaves a line out that %s", (_, left) => {
  expect(tickedText(LIST, [left])).toEqual({ text: LIST, left: [left] });
});

test.each([
  "tasks.txt",
  "../tasks.md",
  "/tasks.md",
  "specs//tasks.md",
  "a/./tasks.md",
  ".md/",
  "a\n.md",
  "a\0.md",
  ".git/x.md",
  "a/.GIT/x.md",
  `${"a".repeat(1001)}.md`,
])("an order that ticks %j is refused", (path) => {
  const judged = judgeWorkOrder({ ...ORDER, ticks: [{ ...tick(2), path }] });
  expect([judged.ok, judgeWorkOrder({ ...ORDER, ticks: [tick(2)] }).ok]).toEqual([false, true]);
});

test("ticks a line once", () => {
  expect(tickedText(LIST, [tick(3), tick(3)]).left).toEqual([tick(3)]);
});
