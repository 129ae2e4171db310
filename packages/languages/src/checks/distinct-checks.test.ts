import { expect, test } from "vitest";
import { distinctChecks } from "./distinct-checks.ts";

const PYTEST = "python -m pytest -q";
const scripts = (given: Readonly<Record<string, string>>) => JSON.stringify({ scripts: given });
const left = (commands: readonly string[], manifest = "{}") =>
  distinctChecks(commands, { files: ["package.json"], texts: { "package.json": manifest }, present: [] });

test.each<[string, readonly string[], readonly string[]]>([
  ["coverage", [PYTEST, "pytest -ra -q --cov=bottle --cov-report=term"], [PYTEST]],
  ["coverage, by its own program", [PYTEST, "coverage run -m pytest"], [PYTEST]],
  ["another way to find the program", [PYTEST, "uv run pytest"], [PYTEST]],
  ["a narrower place", [PYTEST, "pytest tests/unit"], [PYTEST]],
  ["a place in the other's", ["bats test", "bats -T --print-output-on-failure ./test/"], ["bats test"]],
  ["a narrower place first", ["pytest tests", "pytest"], ["pytest"]],
  ["the laxer of two", ["cargo test", "cargo test --workspace --locked"], ["cargo test --workspace --locked"]],
  ["the laxer of two, after the other", ["go test -race ./...", "go test ./pkg/..."], ["go test -race ./..."]],
  ["a package alone", ["go test", "go test ./..."], ["go test ./..."]],
  ["what is the same but for its words", ["npx jest --ci", "jest --coverage"], ["npx jest --ci"]],
])("of two that run the same tests one is left out: %s", (_, commands, expected) => {
  expect(left(commands)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ["other tools", [PYTEST, "mypy src", "ruff check .", "tox -e py", "python -m compileall -q ."]],
  ["other places", ["bats test", "bats tests"]],
  ["a place with a name that goes on", ["pytest tests", "pytest tests_slow"]],
  ["each stricter than the other", ["go test -race ./...", "go test -shuffle=on ./..."]],
  ["other features", ["cargo test", "cargo test --all-features"]],
  ["options of unknown effect", [PYTEST, "pytest -m slow --runslow"]],
  ["a stricter one in a narrower place", [PYTEST, "pytest --doctest-modules src"]],
  ["a package, and those below another", ["go test .", "go test ./pkg/..."]],
  ["different runners", ["npx jest", "npx mocha"]],
  ["a line for a shell", ["jest", "jest | cat"]],
])("both are needed: %s", (_, commands) => {
  expect(left(commands)).toEqual(commands);
});

test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
  [
    "that runs the same",
    { test: "bin/bats test" },
    ["npm test", "bats  -T --print-output-on-failure test"],
    ["npm test"],
  ],
  ["that runs more", { test: "eslint . && jest" }, ["npx jest", "npm test"], ["npm test"]],
  [
    "that calls another",
    { test: "npm run unit", unit: "vitest run" },
    ["npm test", "npx vitest run --coverage"],
    ["npm test"],
  ],
  [
    "that runs less",
    { test: "vitest run", "test:unit": "vitest run test/unit" },
    ["npm run test:unit", "npm test"],
    ["npm test"],
  ],
  ["that is more than tests", { test: "jest && tsd" }, ["npx jest", "npm test"], ["npm test"]],
  ["with another before it", { pretest: "tsc", test: "jest" }, ["npx jest", "npm test"], ["npx jest", "npm test"]],
  ["that calls itself", { test: "npm test" }, ["npm test", "jest"], ["npm test", "jest"]],
  ["with arguments", { test: "jest" }, ["npm test", "npm test -- --watch"], ["npm test", "npm test -- --watch"]],
])("a script is what it runs: one %s", (_, given, commands, expected) => {
  expect(left(commands, scripts(given))).toEqual(expected);
});
