import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { booksOf, readShelf, ShelfError, writeShelf } from "../src/shelf.js";

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
const file = join(folder, "shelf.txt");
after(() => rmSync(folder, { recursive: true }));

test("a missing file is an empty list", () => {
  assert.deepEqual(readShelf(file), []);
});

test("comments and blank lines stay where they are", () => {
  const text = "# the big pile\n\nMiddlemarch | George Eliot | 880 |  |  |\n# end\n";
  writeFileSync(file, text);
  const shelf = readShelf(file);
  assert.deepEqual(
    booksOf(shelf).map(({ title }) => title),
    ["Middlemarch"],
  );
  writeShelf(file, shelf);
  assert.equal(readFileSync(file, "utf8"), text);
  assert.deepEqual(readdirSync(folder), ["shelf.txt"]);
});

test("a line that is no book is refused with its number", () => {
  writeFileSync(file, "\nPiranesi\n");
  assert.throws(() => readShelf(file), new ShelfError(`${file}, line 2: cannot read "Piranesi"`));
});

test("a file that cannot be read or written is refused", () => {
  assert.throws(() => readShelf(folder), new ShelfError(`cannot read ${folder}`));
  const missing = join(folder, "none", "shelf.txt");
  assert.throws(() => writeShelf(missing, []), new ShelfError(`cannot write ${missing}`));
});
