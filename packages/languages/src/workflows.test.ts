import { expect, test } from "vitest";
import { tellingFiles } from "./knowledge.ts";
import type { Tree } from "./place.ts";
import { verificationOf } from "./verification.ts";
import { unverifiedChecks } from "./workflows.ts";

const CI = ".github/workflows/ci.yml";
const treeOf = (runs: readonly string[], texts: Tree["texts"] = {}): Tree => {
  const steps = runs.map((line) => `      - run: ${line}\n`).join("");
  const all = { ...texts, [CI]: `on: [push]\njobs:\n  test:\n    steps:\n${steps}` };
  return { files: Object.keys(all), texts: all, present: [] };
};
const NODE = { "package.json": '{ "scripts": { "test": "node --test test/*.js" } }', "test/a.js": "" };

test.each<[string, Tree, readonly string[]]>([
  ["a linter", treeOf(["npm ci", "npm test", "npm run lint"], NODE), ["npm run lint"]],
  ["nothing else", treeOf(["npm ci", "npm test"], NODE), []],
  ["the same in other words", treeOf(["uv run pytest -ra"], { "pyproject.toml": "", "test_a.py": "" }), []],
  ["a broken workflow", { files: [CI], texts: { [CI]: "on: [push\n" }, present: [] }, []],
  ["a workflow that was not read", { files: [CI], texts: {}, present: [] }, []],
  ["all of it, if nothing verifies the tree", treeOf(["make check"]), ["make check"]],
])("CI runs besides: %s", (_, tree, expected) => {
  expect(unverifiedChecks(tree, verificationOf(tree).commands)).toEqual(expected);
  expect(tellingFiles(tree.files)).toContain(CI);
});
