import { expect, test } from "vitest";
import { makesFiles, someTests } from "./some-tests.ts";

test.each<[string, string, string | null]>([
  ["npx --no-install vitest run", "adds (twice)", "npx --no-install vitest run --testNamePattern=adds \\(twice\\)"],
  ["jest", "a", "jest --testNamePattern=a"],
  ["yarn run mocha", "a b", "yarn run mocha --fgrep=a b"],
  ["node --test test/", "a.b", "node --test --test-name-pattern=a\\.b test/"],
  ["/usr/bin/node --test", "a", "/usr/bin/node --test --test-name-pattern=a"],
  ["python -m pytest -q", "tests/test_a.py::TestA::test_b", "python -m pytest -q -k test_b"],
  ["python3 -m unittest discover", "test_b", "python3 -m unittest discover -k test_b"],
  ["pytest", "not test_b", null],
  ["go test ./...", "TestA/with b", "go test -run=^TestA$/^with_b$ ./..."],
  ["cargo test --no-fail-fast", "tests::adds", "cargo test tests::adds --no-fail-fast"],
  ["cargo test", "--list", null],
  ["swift test", "A.b", "swift test --filter=A\\.b"],
  ["sh mvnw -q -B test", "CartTest#adds", "sh mvnw -q -B test -Dtest=CartTest#adds"],
  ["gradle test", "shop.CartTest", "gradle test --tests shop.CartTest"],
  ["gradle test", "-x", null],
  ["make check", "a", null],
  ["bash scripts/verify.sh", "a", null],
  ["node build.js", "a", null],
])("%s, only %s: %s", (command, name, alone) => {
  expect(someTests(command.split(" "), { name })?.join(" ") ?? null).toBe(alone);
});

test.each<[string, string | null, string | null]>([
  ["npm test", "vitest run", "npm test -- --testNamePattern=a"],
  ["pnpm run test", "jest", "pnpm run test --testNamePattern=a"],
  ["npm test", "node --test", "npm test -- --test-name-pattern=a"],
  ["npm test", "node --test test/a.js", null],
  ["npm test", "tsc && vitest run", null],
  ["npm test", null, null],
  ["npm run lint", "vitest run", null],
])("%s, which runs `%s`: %s", (command, script, alone) => {
  const manifest = script === null ? null : JSON.stringify({ scripts: { test: script } });
  expect(someTests(command.split(" "), { name: "a" }, manifest)?.join(" ") ?? null).toBe(alone);
});

test.each<[string, readonly string[], string | null]>([
  ["pytest -q", ["tests/test_a.py"], "pytest -q tests/test_a.py"],
  ["npx vitest run", ["a.test.ts", "b.test.ts"], "npx vitest run a.test.ts b.test.ts"],
  ["node --test test/all.js", ["test/a.js"], "node --test test/a.js"],
  ["go test ./...", ["pkg/a_test.go", "pkg/b_test.go"], "go test ./pkg"],
  ["cargo test", ["tests/a.rs"], null],
  ["pytest", ["--collect-only"], null],
  ["pytest", [], null],
])("%s, only the tests of %s", (command, files, some) => {
  expect(someTests(command.split(" "), { files })?.join(" ") ?? null).toBe(some);
});

test.each<[string, boolean]>([
  ["cmake -S . -B build", true],
  ["cmake --build build", true],
  ["make", true],
  ["make -j4 all", true],
  ["make test", false],
  ["make -C src check", false],
  ["npm run build", true],
  ["npm test", false],
  ["npx tsc -b", true],
  ["npx tsc --noEmit", false],
  ["go build ./...", true],
  ["go test ./...", false],
  ["ctest --test-dir build", false],
])("%s makes files: %s", (command, expected) => {
  expect(makesFiles(command.split(" "))).toBe(expected);
});
