import type { JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { checkCommands } from "./check-command.ts";
import { ciChecks, isWorkflow } from "./ci-checks.ts";
import { formattersOf } from "./formatters-of.ts";

const steps = (...runs: readonly (string | { readonly [name: string]: JsonValue })[]) =>
  runs.map((run) => (typeof run === "string" ? { run } : run));
const workflow = (jobs: { readonly [name: string]: JsonValue }, on: JsonValue = ["push", "pull_request"]) => ({
  on,
  jobs,
});

/** A GitHub expression. */
const given = (name: string): string => ["$", `{{ ${name} }}`].join("");

/** Workflows from well-known repos. */
const NODE = workflow({
  lint: {
    "runs-on": "ubuntu-latest",
    steps: steps({ uses: "actions/checkout@v4" }, "npm ci", "npm run lint", "npx tsc", "npx prettier --check ."),
  },
  test: {
    "runs-on": given("matrix.os"),
    strategy: { matrix: { node: [20, 22], os: ["ubuntu-latest", "windows-latest"] } },
    steps: steps("npm install -g npm@10", "npm ci", "npm test", `npm run test-${given("matrix.node")}`, {
      run: "npm run typecheck-js",
      if: "matrix.node == 22",
    }),
  },
});
const PYTHON = workflow(
  {
    lint: { steps: steps("uv sync", "uv run ruff check .\nuv run ruff format --check .", "uv run mypy src") },
    tests: { steps: steps("python -m pip install tox\npython -m tox -e py", "pytest --cov", "coverage xml") },
    docs: { steps: steps("tox -e docs -- $ARGS") },
  },
  { push: { branches: ["main"] }, pull_request: null },
);
const RUST = workflow({
  check: {
    steps: steps("rustup component add clippy rustfmt", "cargo fmt --all -- --check", "cargo clippy -- -D warnings"),
  },
  test: {
    steps: steps(
      "cargo build --release",
      "cargo test --all-features",
      "cargo +nightly test",
      "cargo check --target wasm32-wasi",
    ),
  },
});
const GO = workflow({
  test: { steps: steps("go mod download", "go vet ./...", "go test -race ./...", "golangci-lint run", "gofmt -l .") },
});

test.each<[string, JsonValue, readonly string[]]>([
  [
    "a job in a cloud's browsers",
    workflow({
      unit: { steps: steps("npm test") },
      web: { steps: steps({ uses: "browserstack/github-actions/setup-env@master" }, "npm run test:web") },
    }),
    ["npm test"],
  ],
  ["Node", NODE, ["npm run lint", "npx tsc", "npx prettier --check .", "npm test", "npm run typecheck-js"]],
  [
    "Python",
    PYTHON,
    ["uv run ruff check .", "uv run ruff format --check .", "uv run mypy src", "python -m tox -e py", "pytest --cov"],
  ],
  ["Rust", RUST, ["cargo fmt --all -- --check", "cargo clippy -- -D warnings", "cargo test --all-features"]],
  ["Go", GO, ["go vet ./...", "go test -race ./...", "golangci-lint run"]],
])("a %s repo's checks are those of its CI, in order", (_, document, expected) => {
  expect(ciChecks([document, document])).toEqual(expected);
});

describe("not a check:", () => {
  const job = (changes: { readonly [name: string]: JsonValue }) =>
    workflow({ a: { steps: steps("npm test"), ...changes } });
  test.each<[string, JsonValue]>([
    ["what runs by the clock", workflow({ a: { steps: steps("npm test") } }, { schedule: [{ cron: "0 0 * * *" }] })],
    ["a release", workflow({ release: { steps: steps("npm test") } })],
    ["a job of an environment", job({ environment: "production" })],
    ["a job of another system", job({ "runs-on": "windows-latest" })],
    [
      "a job whose machines are all of other systems",
      job({
        "runs-on": given("matrix.os"),
        strategy: { matrix: { os: ["windows-2022", "windows-2025"], include: [{ os: "macos-15" }] } },
      }),
    ],
    [
      "a job whose matrix only includes machines of other systems",
      job({
        "runs-on": given(" matrix.on.image "),
        strategy: { matrix: { include: [{ on: { image: "windows-latest" } }, { on: { image: "macos-latest" } }] } },
      }),
    ],
    ["a step for other systems", job({ steps: steps({ run: "npm test", if: "runner.os == 'Windows'" }) })],
    ["a job with a secret", job({ env: { TOKEN: given("secrets.TOKEN") } })],
    ["a job in a folder", job({ defaults: { run: { "working-directory": "web" } } })],
    ["a job for pushes to main", job({ if: "github.ref == 'refs/heads/main'" })],
    ["a step with a secret", job({ steps: steps({ run: "npm test", env: { KEY: given("secrets.KEY") } }) })],
    ["a step in a folder", job({ steps: steps({ run: "npm test", "working-directory": "web" }) })],
    ["a step of another shell", job({ steps: steps({ run: "npm test", shell: "pwsh" }) })],
    ["a step that may fail", job({ steps: steps({ run: "npm test", "continue-on-error": true }) })],
    ["a line of a block", job({ steps: steps("for i in 1 2; do\nnpm test\ndone") })],
    ["a line that goes on", job({ steps: steps("npm test \\\n  --all") })],
    ["a workflow that is none", ["npm test"]],
    ["a job that is none", workflow({ a: "npm test" })],
    ["a step that is none", job({ steps: "npm test" })],
  ])("%s", (_, document) => {
    expect(ciChecks([document])).toEqual([]);
  });

  test.each<[string, JsonValue]>([
    ["a machine of the matrix", { matrix: { os: ["windows-latest"], include: [{ os: "ubuntu-latest" }] } }],
    ["a machine that is computed", { matrix: { os: given("fromJSON(inputs.os)") } }],
    ["no matrix", {}],
  ])("but a job on %s", (_, strategy) => {
    const some = job({ "runs-on": given("matrix.os"), strategy });
    expect(ciChecks([some])).toEqual(["npm test"]);
    const step = steps({ run: "npm test", if: "runner.os != 'Windows'" });
    expect(ciChecks([job({ steps: step })])).toEqual(["npm test"]);
  });

  test.each<[string, boolean]>([
    ["runner.os == 'Linux' || runner.os == 'macOS'", true],
    ["matrix.os == 'ubuntu-latest' || matrix.os == 'macos-latest'", true],
    ["matrix.os == 'windows-latest' || matrix.node == 22", true],
    ["(runner.os == 'macOS' || runner.os == 'Linux') && matrix.node == 22", true],
    ["matrix.os != 'ubuntu-20.04'", true],
    ["!(runner.os == 'Windows')", true],
    ["runner.os == 'Windows' || startsWith(matrix.os, 'macos')", false],
    ["runner.os != 'Linux'", false],
    ["matrix.os == 'windows-latest' && matrix.node != 20", false],
    ["matrix.node == 22 && (runner.os == 'Windows' || runner.os == 'macOS')", false],
  ])("a step where %s runs on Linux: %s", (condition, isThere) => {
    const some = job({ steps: steps({ run: "npm test", if: condition }) });
    expect(ciChecks([some])).toEqual(isThere ? ["npm test"] : []);
  });

  test("but a job whose machine an expression picks", () => {
    const runner = given("github.ref == 'main' && 'macos-latest' || 'ubuntu-latest'");
    expect(ciChecks([job({ "runs-on": runner })])).toEqual(["npm test"]);
  });

  test("a workflow of releases", () => {
    expect(
      [".github/workflows/ci.yml", ".github/workflows/a/b.yml", ".github/workflows/npm-publish.yaml"].map(isWorkflow),
    ).toEqual([true, false, false]);
  });
});

test.each<[string, readonly string[]]>([
  ["npm run lint && npm test", ["npm run lint", "npm test"]],
  ["npm ci && npm test", ["npm test"]],
  ["pnpm check:format", ["pnpm check:format"]],
  ["yarn test --ci", ["yarn test --ci"]],
  ["make check", ["make check"]],
  ["poetry run python -m pytest -q", ["poetry run python -m pytest -q"]],
  ["node --test", ["node --test"]],
  ["python -m tests", ["python -m tests"]],
  ["python3 tests/run-tests.py -v", ["python3 tests/run-tests.py -v"]],
  ["scripts/run-tests.py && bash ci/check.sh", ["scripts/run-tests.py", "bash ci/check.sh"]],
  ["python setup.py test", []],
  ["python -m pip install tests", []],
  ["bash ci/install-tests.sh", []],
  ["bash -c tests", []],
  ["node_modules/.bin/prettier --write .", []],
  ["tests/data.json", []],
  ["npm run format:fix", []],
  ["npm run test:watch", []],
  ["npm run build", []],
  ["npm publish", []],
  ["npm install", []],
  ["npx eslint --fix .", []],
  ["npx prettier --write .", []],
  ["black .", []],
  ["black --check .", ["black --check ."]],
  ["cargo fmt", []],
  ["FOO=1 npm test", []],
  ["cd web && npm test", []],
  ["npm test | tee log", []],
  ["npm test > log", []],
  ["npm test; npm publish", []],
  ["npm test || true", []],
  ["pytest $ARGS", []],
  ["pytest `cat args`", []],
  ["pytest 'open", []],
  ["pytest \u202e", []],
  ["curl https://example.org | sh", []],
  ["", []],
])("the checks in the line %j are %j", (line, expected) => {
  expect(checkCommands(line)).toEqual(expected);
});

describe("a repo is formatted by", () => {
  const tree = (files: string, texts: Readonly<Record<string, string>> = {}) => ({
    files: [...files.split(" "), ...Object.keys(texts)],
    texts,
    present: [],
  });
  const offered = (...args: Parameters<typeof formattersOf>) => formattersOf(...args).map(({ command }) => command);
  const none = { commands: [], preCommit: null };
  test.each<[string, ReturnType<typeof tree>, Parameters<typeof formattersOf>[1], readonly string[]]>([
    ["nothing, if it names nothing", tree("a.js"), none, []],
    [
      "a package that it only depends on",
      tree("a", { "package.json": '{"devDependencies":{"prettier":"3"}}' }),
      none,
      [],
    ],
    ["prettier, by its file", tree(".prettierrc.json"), none, ["npx --no-install prettier --write --ignore-unknown"]],
    [
      "prettier, by a member of package.json, as its manager calls it",
      tree("pnpm-lock.yaml", { "package.json": '{"prettier":{}}' }),
      none,
      ["pnpm exec prettier --write --ignore-unknown"],
    ],
    [
      "eslint and prettier, by a script and by CI",
      tree("a", { "package.json": '{"scripts":{"lint":"eslint . && tsc"}}' }),
      { commands: ["npx prettier --check ."], preCommit: null },
      ["npx --no-install eslint --fix", "npx prettier --write --ignore-unknown"],
    ],
    ["biome", tree("biome.json yarn.lock"), none, ["yarn run biome check --write"]],
    [
      "ruff, as CI calls it",
      tree("a"),
      { commands: ["uv run ruff check .", "uv run ruff format --check ."], preCommit: null },
      ["uv run ruff check --fix", "uv run ruff format"],
    ],
    [
      "what pre-commit's hooks name",
      tree("a"),
      { commands: [], preCommit: { repos: [{ hooks: [{ id: "isort" }, { id: "black" }] }, { hooks: 7 }, "x"] } },
      ["isort", "black"],
    ],
    ["black, by its table", tree("a", { "pyproject.toml": "[tool.black]\nline-length = 100\n" }), none, ["black"]],
    ["gofmt", tree("go.mod"), none, ["gofmt -w"]],
    [
      "rustfmt, in the crate's edition",
      tree("a", { "Cargo.toml": '[package]\nedition = "2021"\n' }),
      { commands: ["cargo fmt --all -- --check"], preCommit: null },
      ["rustfmt --edition 2021"],
    ],
  ])("%s", (_, repo, signs, expected) => {
    expect(offered(repo, signs)).toEqual(expected);
  });
});
