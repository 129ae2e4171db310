import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { list } from "../src/commands/list.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

writeFileSync(file, "A | Le Guin | 1 |  |  |\nB | Eliot | 2 | 2026-01-01 |  |\nC | LE GUIN | 3 | 2026-01-01 |  |\n");
const listed = (filter) => list.run({ file, words: [], ...filter });

test("filters narrow the list down, and numbers stay", () => {
  assert.equal(listed({ state: "reading" }), "2  B  Eliot    2  reading\n3  C  LE GUIN  3  reading\n");
  assert.equal(listed({ state: "reading", by: "guin" }), "3  C  LE GUIN  3  reading\n");
  assert.equal(listed({ state: "read" }), "No book matches.\n");
});

test("another state is refused", () => {
  assert.throws(() => listed({ state: "lost" }), { message: "a state is unread, reading or read" });
});
