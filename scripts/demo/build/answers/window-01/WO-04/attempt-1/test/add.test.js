import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

const shelf = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/cli.js", ...args, "--file", file], {
    encoding: "utf8",
  });
  return [status, stdout, stderr];
};

test("a book is added at the end, and numbered without comments", () => {
  writeFileSync(file, "# mine\nPiranesi | Susanna Clarke | 272 |  |  |\n");
  const added = shelf("add", "Middlemarch", "--by", "George Eliot", "--pages", "880");
  assert.deepEqual(added, [0, "added 2: Middlemarch by George Eliot\n", ""]);
  assert.match(
    readFileSync(file, "utf8"),
    /^# mine\nPiranesi .*\nMiddlemarch \| George Eliot \| 880 \| {2}\| {2}\|\n$/,
  );
});

test("a book that stands there is refused, and nothing is written", () => {
  const before = readFileSync(file, "utf8");
  const refused = shelf("add", "MIDDLEMARCH", "--by", "george eliot", "--pages", "1");
  assert.deepEqual(refused, [1, "", "shelf: 2 is Middlemarch by George Eliot already\n"]);
  assert.equal(readFileSync(file, "utf8"), before);
});

test("pages out of bounds and wrong usage are refused", () => {
  const pages = shelf("add", "a", "--by", "b", "--pages", "0");
  assert.deepEqual(pages, [1, "", "shelf: pages are a whole number from 1 to 99999\n"]);
  assert.deepEqual(shelf("add", "a"), [2, "", "usage: shelf add TITLE --by AUTHOR --pages N\n"]);
});
