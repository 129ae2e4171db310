import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeTree } from "./remove-tree.ts";

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "llmch-remove-"));
  onTestFinished(() => removeTree(path));
  return path;
};

/** Nested folders, deeper than the maximum length of a path. */
const DEEP = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  process.chdir(process.argv[1]);
  for (let depth = 0; depth < 3000; depth++) {
    mkdirSync("deep");
    if (depth % 500 === 0) { mkdirSync("beside"); writeFileSync("beside/file", ""); }
    process.chdir("deep");
  }
`;

test("a whole tree is removed, however deep, whatever its names and permissions", () => {
  const tree = join(folder(), "tree");
  mkdirSync(join(tree, "shut/in"), { recursive: true });
  execFileSync(process.execPath, ["-e", DEEP, tree]);
  writeFileSync(Buffer.concat([Buffer.from(`${tree}/`), Buffer.from([0xff, 0xfe])]), "");
  mkdirSync(Buffer.concat([Buffer.from(`${tree}/`), Buffer.from([0xe9])]));
  chmodSync(join(tree, "shut/in"), 0);
  chmodSync(join(tree, "shut"), 0o400);
  removeTree(tree);
  expect(existsSync(tree)).toBe(false);
});

test("links are removed, but not their targets", () => {
  const place = folder();
  mkdirSync(join(place, "tree/sub"), { recursive: true });
  mkdirSync(join(place, "kept"));
  writeFileSync(join(place, "kept/file"), "");
  for (const link of ["tree/a", "tree/sub/b", "alone"]) symlinkSync(join(place, "kept"), join(place, link));
  removeTree(join(place, "tree"));
  removeTree(join(place, "alone"));
  for (const gone of ["tree", "nothing", "nothing/below", "kept/file/below"]) removeTree(join(place, gone));
  expect(readdirSync(place)).toEqual(["kept"]);
  expect(existsSync(join(place, "kept/file"))).toBe(true);
});

test("a tree that cannot be removed is a fault", { tags: "ordinary-user" }, () => {
  const place = folder();
  mkdirSync(join(place, "shut/tree"), { recursive: true });
  chmodSync(join(place, "shut"), 0o500);
  expect(() => removeTree(join(place, "shut/tree"))).toThrow(/EACCES/);
  rmSync(place, { recursive: true, force: true });
});
