import { expect, test } from "vitest";
import { distinctChecks, localChecks } from "./distinct-checks.ts";

const PYTEST = "python -m pytest -q";
const NODE_COVERAGE = "node --test --experimental-test-coverage";
const scripts = (given: Readonly<Record<string, string>>) => JSON.stringify({ scripts: given });
const left = (commands: readonly string[], manifest = "{}") =>
  distinctChecks(commands, { files: ["package.json"], texts: { "package.json": manifest }, present: [] });

test.each<[string, readonly string[], readonly string[]]>([
  [
    "the one without coverage, which may have a threshold",
    [PYTEST, "pytest -ra -q --cov=bottle --cov-report=term"],
    ["pytest -ra -q --cov=bottle --cov-report=term"],
  ],
  ["the one without coverage, after the other", ["pytest --cov", PYTEST], ["pytest --cov"]],
  ["the one without vitest's coverage", ["npx vitest run", "vitest run --coverage"], ["vitest run --coverage"]],
  ["the one without node's coverage", ["node --test", NODE_COVERAGE], [NODE_COVERAGE]],
  ["the one that may change a lock file", ["cargo test", "cargo test --locked"], ["cargo test --locked"]],
  ["the one without a frozen lock file", ["cargo test --frozen", "cargo test"], ["cargo test --frozen"]],
  ["a file of the place", ["bats test", "bats test/a.bats"], ["bats test"]],
  ["a folder in the place, if the other is recursive", ["bats -r test", "bats test/unit"], ["bats -r test"]],
  ["the place alone", ["bats test", "bats --recursive test"], ["bats --recursive test"]],
  ["mocha's standard place", ["npx mocha", "mocha test"], ["npx mocha"]],
  ["a folder in mocha's standard place", ["mocha --recursive", "mocha test/unit"], ["mocha --recursive"]],
  ["a file that pytest finds", [PYTEST, "pytest tests/test_a.py::test_b"], [PYTEST]],
  ["a file that another names", ["node --test a.js b.js", "node --test a.js"], ["node --test a.js b.js"]],
  ["coverage, by its own program", [PYTEST, "coverage run -m pytest"], [PYTEST]],
  ["another way to find the program", [PYTEST, "uv run pytest"], [PYTEST]],
  ["a narrower place", [PYTEST, "pytest tests/unit"], [PYTEST]],
  ["a place in the other's", ["bats test", "bats -T --print-output-on-failure ./test/"], ["bats test"]],
  ["a narrower place first", ["pytest tests", "pytest"], ["pytest"]],
  ["the laxer of two", ["cargo test", "cargo test --workspace --locked"], ["cargo test --workspace --locked"]],
  ["the laxer of two, after the other", ["go test -race ./...", "go test ./pkg/..."], ["go test -race ./..."]],
  ["a package alone", ["go test", "go test ./..."], ["go test ./..."]],
  ["what is the same but for its words", ["npx jest --silent", "jest -i"], ["npx jest --silent"]],
])("of two that run the same tests one is left out: %s", (_, commands, expected) => {
  expect(left(commands)).toEqual(expected);
});

test("a script of package.json that is called in two ways is one check, and so is what it does when called alone", () => {
  const manifest = scripts({ test: "xo && tsc && node --test", lint: "xo" });
  const commands = ["npm test", "npm run test", "npm run lint", "npx xo", "tsc --strict"];
  expect(left(commands, manifest)).toEqual(["npm test", "tsc --strict"]);
  expect(left(["cd a && make", "cd a && make"], manifest)).toHaveLength(2);
});

test("what runs in a service's browsers is no check for every order", () => {
  const manifest = scripts({
    test: "vitest run",
    "test:web": "npm run web",
    web: "vitest run --config vitest.browserstack.config.ts",
  });
  const tree = { files: ["package.json"], texts: { "package.json": manifest }, present: [] };
  const cloud = [
    "npx vitest run --config vitest.cloud.config.ts",
    "npx karma start karma.saucelabs.conf.js",
    "npm run test:web",
  ];
  expect(localChecks([...cloud, "npm test"], tree)).toEqual(["npm test"]);
});

test.each<[string, readonly string[]]>([
  ["other tools", [PYTEST, "mypy src", "ruff check .", "tox -e py", "python -m compileall -q ."]],
  ["other places", ["bats test", "bats tests"]],
  ["a folder in a folder, for bats", ["bats test", "bats test/integration"]],
  ["a folder in the repo, for bats", ["bats .", "bats test"]],
  ["another place than mocha's own", ["npx mocha", "npx mocha spec"]],
  ["a folder in mocha's own place", ["npx mocha", "npx mocha test/unit"]],
  ["a file that no runner finds by itself", ["node --test", "node --test tools/check.js"]],
  ["a file that pytest does not find by itself", [PYTEST, "pytest tools/check.py"]],
  ["a file of another name in bats' folder", ["bats -r test", "bats test/a.sh"]],
  ["snapshots that must be there, and coverage", ["jest --ci", "jest --coverage"]],
  ["coverage of different packages", ["pytest --cov=a", "pytest --cov=b"]],
  ["a run without the configured coverage", [PYTEST, "pytest --no-cov"]],
  ["a run without vitest's configured coverage", ["vitest run", "vitest run --coverage.enabled=false"]],
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
    ["npm test", "npx vitest run --silent"],
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
  ["that bun's own runner hides", { test: "jest" }, ["jest", "bun test"], ["jest", "bun test"]],
  ["with arguments", { test: "jest" }, ["npm test", "npm test -- --watch"], ["npm test", "npm test -- --watch"]],
])("a script is what it runs: one %s", (_, given, commands, expected) => {
  expect(left(commands, scripts(given))).toEqual(expected);
});
