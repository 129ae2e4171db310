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
import { removeTree } from "@llmch/files";
import { expect, onTestFinished, test } from "vitest";
import { removeMany } from "./remove-many.ts";

test.each([
  ["with GNU's rm", process.env],
  ["with another rm, or none", { PATH: "/nowhere" }],
])("%s a tree of many files goes, and what its links lead to stays", async (_, env) => {
  const root = mkdtempSync(join(tmpdir(), "llmch-remove-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [tree, user] = [join(root, "tree"), join(root, "user")];
  for (const folder of [tree, user, join(tree, "shut"), join(tree, "-rf")]) mkdirSync(folder);
  writeFileSync(join(user, "kept.txt"), "kept");
  for (let index = 0; index < 100; index++) writeFileSync(join(tree, "-rf", `${index}`), "");
  symlinkSync(user, join(tree, "link"));
  symlinkSync(join(user, "kept.txt"), join(tree, "shut", "link.txt"));
  chmodSync(join(tree, "shut"), 0);
  await removeMany(tree, env, []);
  removeTree(tree);
  expect(existsSync(tree)).toBe(false);
  expect(readdirSync(user)).toEqual(["kept.txt"]);
});
