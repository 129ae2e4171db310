import { expect, test } from "vitest";
import { isTestFile } from "./knowledge.ts";

test.each([
  "test_a.py",
  "tests/test_a.py",
  "pkg/a_test.py",
  "a_test.go",
  "src/a.test.ts",
  "src/a.spec.jsx",
  "test/cli.mjs",
  "src/__tests__/a.tsx",
  "tests/it.rs",
  "spec/a_spec.rb",
  "src/test/java/MoneyTest.java",
])("%s is a test", (path) => expect(isTestFile(path)).toBe(true));

test.each([
  "src/a.js",
  "src/testing.js",
  "tests/conftest.py",
  "tests/__init__.py",
  "tests/data/sample.json",
  "test/README.md",
  "test/helpers/server.js",
  "test/setup.ts",
  "latest/a.js",
  "contest.py",
  "protest_a.py",
])("%s is not", (path) => expect(isTestFile(path)).toBe(false));
