import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { finish } from "../src/commands/finish.js";
import { start } from "../src/commands/start.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

test("a book goes from unread to read", () => {
  writeFileSync(file, "# mine\nStoner | John Williams | 288 |  |  |\n");
  assert.equal(start.run({ file, words: ["1"], on: "2026-02-27" }), "started 1: Stoner\n");
  assert.equal(finish.run({ file, words: ["1"], on: "2026-03-02", rating: "4" }), "finished 1: Stoner, 4 days\n");
  assert.equal(readFileSync(file, "utf8"), "# mine\nStoner | John Williams | 288 | 2026-02-27 | 2026-03-02 | 4\n");
});

test("numbers that no book has are refused", () => {
  for (const number of ["0", "2", "x"])
    assert.throws(() => start.run({ file, words: [number], on: "2026-03-01" }), {
      message: `there is no book ${number}`,
    });
});
