import { describe, expect, test } from "vitest";
import { testRunsOf } from "./test-runs.ts";

const runsOf = (
  command: string,
  texts: Readonly<Record<string, string>> = {},
  files: readonly string[] = Object.keys(texts),
) => testRunsOf({ argv: command.split(" "), folder: null }, { files, texts, present: [] });
const npm = (test: string, more: Readonly<Record<string, string>> = {}) => ({
  "package.json": JSON.stringify({ scripts: { test, ...more } }),
});
const script = (text: string) => ({ "scripts/verify.sh": text, ...npm("node --test") });
const VERIFY = "bash scripts/verify.sh";

describe("the runs of tests that a command starts, and nothing after them", () => {
  test.each<[command: string, texts: Readonly<Record<string, string>>, count: number]>([
    ["node --test", {}, 1],
    ["python -m pytest -q", {}, 1],
    [".venv/bin/python -m unittest discover -s tests", {}, 1],
    ["python manage.py test", {}, 1],
    ["uv run pytest", {}, 1],
    ["go test ./...", {}, 1],
    ["cargo test --no-fail-fast", {}, 1],
    ["sh mvnw -B test", {}, 1],
    ["gradle test", {}, 1],
    ["npx jest --ci", {}, 1],
    ["bats test", {}, 1],
    ["npm test", npm("node --test"), 1],
    ["npm test", npm("node test.js"), 1],
    ["npm test", npm("NODE_ENV=test c8 --all mocha 'test/**/*.{js,ts}'"), 1],
    ["npm test", npm("tsc --noEmit && eslint src test && vitest run"), 1],
    ["npm test", npm("npm run build && jest", { build: "rollup -c" }), 1],
    ["npm test", npm("node build.js && node --test"), 1],
    ["npm test", npm("jest", { pretest: "npm run lint", lint: "eslint ." }), 1],
    ["npm test", npm("npm run unit && yarn run e2e", { unit: "jest", e2e: "node --test e2e" }), 2],
    ["npm test -- --coverage", npm("jest"), 1],
    ["npm test", npm("jest --bail=0"), 1],
    ["npm test", npm("mocha | tee out.log"), 1],
    ["npm test", npm("mocha 2>&1 | tee out.log || true"), 1],
    [
      VERIFY,
      script('#!/usr/bin/env bash\nset -euo pipefail\ncd "$(dirname "$0")/.."\n# all of it\nnpm ci\nnpm test\n'),
      1,
    ],
    [VERIFY, script("export CI=1\npython -m pytest -q \\\n  --tb=short\necho done\n"), 1],
    [VERIFY, script("node --test a.test.js; node --test b.test.js"), 2],
    ["bash ci/test.sh", { "ci/test.sh": 'cd "$(git rev-parse --show-toplevel)"\nexec pytest' }, 1],
  ])("%s (%#)", (command, texts, count) => {
    expect(runsOf(command, texts)).toEqual({ count, isLast: true });
  });

  test("of a command for a shell, and of one in a folder", () => {
    const of = (argv: readonly string[], texts = {}, folder: "web" | null = null) =>
      testRunsOf({ argv, folder: folder as never }, { files: Object.keys(texts), texts, present: [] });
    expect(of(["bash", "-c", "node --test a && node --test b"])).toEqual({ count: 2, isLast: true });
    expect(of(["npm", "test"], { "web/package.json": npm("jest")["package.json"] }, "web")?.count).toBe(1);
  });

  test("what comes after them may be left out", () => {
    expect(runsOf("npm test", npm("jest && eslint ."))).toEqual({ count: 1, isLast: false });
    expect(runsOf("npm test", npm("jest", { posttest: "xo" }))).toEqual({ count: 1, isLast: false });
  });
});

test.each<[command: string, texts?: Readonly<Record<string, string>>]>([
  ["make test", { Makefile: "test:\n\tnode --test\n" }],
  ["just test"],
  ["tox"],
  ["npx nox"],
  ["npm test"],
  ["npm test", npm("run-s unit e2e")],
  ["npm test", npm("npm run test")],
  ["npm test", npm("make unit && jest")],
  ["npm test", npm("./unit && jest")],
  ["npm test", npm("(jest && eslint .) | tee log")],
  ["npm test", npm("jest || jest --onlyFailures")],
  ["npm test", npm("bash -c 'jest && mocha'")],
  ["npm test", npm("cd web && jest")],
  ["pnpm -r test", npm("jest")],
  [VERIFY],
  [VERIFY, script("for t in a b; do node --test $t; done")],
  [VERIFY, script("if true; then\n  node --test\nfi")],
  [VERIFY, script("run() { node --test; }\nrun")],
  [VERIFY, script("go test ./a && go test ./b")],
  ["python -m unittest -f"],
  ["python -m unittest -vf"],
  ["python manage.py test --failfast"],
  ["python -m pytest -x"],
  ["pytest -qx"],
  ["pytest --maxfail=1"],
  ["npx jest --bail"],
  ["npx mocha -b"],
  ["npm test -- --bail", npm("jest")],
  ["go test -failfast ./..."],
  ["mvn -B verify"],
  ["gradle check"],
])("it cannot be told of %s (%#)", (command, texts) => {
  expect(runsOf(command, texts)).toBeNull();
});

test("Gradle leaves out other projects, unless it is told not to", () => {
  const files = ["build.gradle", "lib/build.gradle.kts"];
  expect([runsOf("gradle test", {}, files), runsOf("gradle test --continue", {}, files)?.count]).toEqual([null, 1]);
});
