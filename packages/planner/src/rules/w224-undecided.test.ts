import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { absent, exists, report } from "./rules.fixture.ts";

const LOOK = "grep -q slug src/slug.js";
const TESTS = "node --test test/slug.test.js";
const CHECK = "node src/check.js";

const told = (files: readonly string[], commands: readonly JsonValue[], changes = {}, repo: readonly string[] = []) =>
  report({
    repo: ["src/check.js", ...repo],
    manifest: plan([
      order(1, {
        allowed_files: files,
        preconditions: [],
        postconditions: files.map(exists),
        acceptance_commands: commands,
        ...changes,
      }),
    ]),
    syntaxes: {},
  }).filter((line) => line.startsWith("W224"));

const said = (what: string) => [
  `W224 WO-01 acceptance_commands: the acceptance commands decide nothing: they only ${what}`,
];

test.each<[string, readonly string[], readonly JsonValue[], string]>([
  ["a look", ["src/slug.js"], [LOOK], "look at files"],
  ["a print", ["src/slug.js"], ["node src/slug.js --help"], "print"],
  ["a run of its program", ["src/cli.js"], ["node src/cli.js add Milk"], "print"],
  ["the order's own tests", ["src/slug.js", "test/slug.test.js"], [TESTS], "run tests that the order itself writes"],
  [
    "a runner that finds them",
    ["src/slug.js", "test/slug.test.js"],
    ["npm test"],
    "run tests that the order itself writes",
  ],
  [
    "several, hidden ones too",
    ["src/slug.js", "test/slug.test.js"],
    [LOOK, { command: TESTS, hidden: true }],
    "look at files, or run tests that the order itself writes",
  ],
  ["a look beside what cannot fail", ["src/slug.js"], ["true", LOOK], "look at files"],
])("an order whose only acceptance is %s", (_, files, commands, what) => {
  const [first, ...rest] = told(files, commands);
  expect(rest).toEqual([]);
  if (commands.includes("true")) expect(first).toBeUndefined();
  else expect([first]).toEqual(said(what));
});

test.each<[string, readonly string[], readonly JsonValue[]]>([
  ["one command decides", ["src/slug.js", "test/slug.test.js"], [LOOK, TESTS, CHECK]],
  [
    "it writes texts, data, settings and scripts alone",
    ["README.md", "a.json", "eslint.config.js", "scripts/verify.sh"],
    ["grep -q a README.md", "bash -n scripts/verify.sh"],
  ],
  ["it writes tests alone", ["test/slug.test.js", "test/slug.json"], [TESTS]],
  ["it has no tests of its own that a runner finds", ["src/slug.js"], ["npm test"]],
  ["a command cannot be split", ["src/slug.js"], ["grep 'x"]],
  ["nothing can fail, which is said of each command", ["src/slug.js"], ["true"]],
])("reports nothing if %s", (_, files, commands) => {
  expect(told(files, commands)).toEqual([]);
});

test("running an existing program decides", () => {
  expect(told(["src/cli.js"], ["node src/cli.js add Milk"], {}, ["src/cli.js"])).toEqual([]);
});

test("existing tests decide, even if the order may change them", () => {
  expect(told(["src/slug.js", "test/slug.test.js"], [TESTS], {}, ["test/slug.test.js"])).toEqual([]);
});

test("a look is enough for an order that only removes files", () => {
  const changes = { postconditions: [absent("src/old.js")] };
  expect(told(["src/old.js"], ["test ! -e src/old.js"], changes, ["src/old.js"])).toEqual([]);
});
