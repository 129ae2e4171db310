import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { page } from "../src/commands/page.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

test("a year is a page, and titles on it are text", () => {
  writeFileSync(file, "<b>&amp; | O'Brien | 1 | 2026-01-01 | 2026-01-02 | 3\ngoal 2026 = 2\n");
  const target = join(folder, "year.html");
  assert.equal(page.run({ file, words: ["2026", target] }), `wrote ${target}: 1 book\n`);
  const written = readFileSync(target, "utf8");
  assert.ok(written.includes("<cite>&#60;b&#62;&#38;amp;</cite> by O&#39;Brien, 2026-01-02 ★★★\n"));
  assert.ok(written.includes("<p>2026: 1 of 2 books, 1 to go</p>"));
  assert.doesNotMatch(written, /https?:|<script|<link|<img/);
});
