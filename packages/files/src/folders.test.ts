import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeDirectory } from "./folders.ts";

const roots: string[] = [];
const folder = () => {
  const root = mkdtempSync(join(tmpdir(), "llmch-make-"));
  roots.push(root);
  return root;
};
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

test("a directory is created with those above it, and an existing one is left alone", () => {
  const root = folder();
  makeDirectory(join(root, "a/b"), 0o700);
  expect([join(root, "a"), join(root, "a/b")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  writeFileSync(join(root, "a/b/file"), "");
  makeDirectory(join(root, "a/b"));
  expect(existsSync(join(root, "a/b/file"))).toBe(true);
});

test("a directory that cannot be created is a fault, not an endless loop", () => {
  const root = folder();
  mkdirSync(join(root, "there"));
  writeFileSync(join(root, "there/file"), "");
  expect(() => makeDirectory(join(root, "there/file"))).toThrow(/EEXIST/);
  expect(() => makeDirectory(join(root, "there/file/x/y"))).toThrow(/ENOTDIR/);
  if (existsSync("/proc/self")) expect(() => makeDirectory("/proc/x/y")).toThrow(/ENOENT|EACCES|EPERM/);
});
