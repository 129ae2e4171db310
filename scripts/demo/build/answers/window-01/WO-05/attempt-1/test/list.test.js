import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { list } from "../src/commands/list.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

test("an empty list says so", () => {
  assert.equal(list.run({ file, words: [] }), "The shelf is empty.\n");
});

test("columns are as wide as their widest cell", () => {
  writeFileSync(file, "A | Bo | 7 | 2026-01-01 | 2026-01-01 | 3\nLong | C | 1234 | 2026-01-01 |  |\n");
  assert.equal(list.run({ file, words: [] }), "1  A     Bo     7  read ***\n2  Long  C   1234  reading\n");
});
