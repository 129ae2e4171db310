import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { goal } from "../src/commands/goal.js";
import { list } from "../src/commands/list.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

const set = (...words) => goal.run({ file, words });

test("a goal is a line of the file, and a new one replaces it", () => {
  writeFileSync(file, "# mine\nStoner | John Williams | 288 | 2026-02-27 | 2026-03-02 | 4\n");
  assert.equal(set("2026", "12"), "2026: 1 of 12 books, 11 to go\n");
  assert.equal(set("2025", "2"), "2025: 0 of 2 books, 2 to go\n");
  assert.equal(set("2026", "1"), "2026: 1 of 1 book, reached\n");
  assert.match(readFileSync(file, "utf8"), /^# mine\nStoner .*\ngoal 2026 = 1\ngoal 2025 = 2\n$/);
  assert.match(list.run({ file, words: [] }), /^1 {2}Stoner .*\n$/);
});

test("a goal of no book, and a year that is none, are refused", () => {
  assert.throws(() => set("2026", "0"), { message: "a goal is a whole number from 1 to 9999" });
  assert.throws(() => set("26", "1"), { message: "no such year: 26" });
});
