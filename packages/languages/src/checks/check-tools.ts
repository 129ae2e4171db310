/** A program that only checks and changes nothing, by the first words of its command. */
export interface CheckTool {
  readonly words: readonly string[];
  /** One of these words is required to make it a check. */
  readonly needs?: readonly string[];
  /** With any of these words it changes files. */
  readonly never?: readonly string[];
  /** True for a linter, formatter or type checker. */
  readonly runsNoTest?: boolean;
}

const NO_TEST = { runsNoTest: true };
const each = (names: string, more: Partial<CheckTool> = {}): readonly CheckTool[] =>
  names.split(" ").map((name) => ({ words: [name], ...more }));
const of = (program: string, names: string, more: Partial<CheckTool> = {}): readonly CheckTool[] =>
  names.split(" ").map((name) => ({ words: [program, name], ...more }));

/** The commands recognised in a CI. Anything else may install, build, publish or write, so it is not offered to anyone. */
export const CHECK_TOOLS: readonly CheckTool[] = [
  ...each("jest mocha ava tap tsd pytest tox nox unittest bats ctest"),
  ...each("tsc vue-tsc stylelint oxlint standard xo knip publint", NO_TEST),
  ...each("flake8 pylint mypy pyright basedpyright shellcheck staticcheck", NO_TEST),
  { words: ["node", "--test"] },
  { words: ["vitest", "run"] },
  { words: ["eslint"], never: ["--fix"], ...NO_TEST },
  { words: ["prettier"], needs: ["--check", "-c", "--list-different", "-l"], never: ["--write", "-w"], ...NO_TEST },
  ...["ci", "check", "lint", "format"].map((name) => ({
    words: ["biome", name],
    never: ["--write", "--apply", "--fix"],
    ...NO_TEST,
  })),
  { words: ["ruff", "check"], never: ["--fix"], ...NO_TEST },
  { words: ["ruff", "format"], needs: ["--check", "--diff"], ...NO_TEST },
  { words: ["black"], needs: ["--check", "--diff"], ...NO_TEST },
  { words: ["isort"], needs: ["--check", "--check-only", "-c", "--diff"], ...NO_TEST },
  ...of("ty", "check", NO_TEST),
  ...of("coverage", "run"),
  ...of("pre-commit", "run"),
  // Another target needs what only CI has installed.
  { words: ["cargo", "test"], never: ["--target"] },
  { words: ["cargo", "check"], never: ["--target"], ...NO_TEST },
  { words: ["cargo", "nextest", "run"] },
  { words: ["cargo", "clippy"], never: ["--fix", "--target"], ...NO_TEST },
  { words: ["cargo", "fmt"], needs: ["--check"], ...NO_TEST },
  ...of("go", "test"),
  ...of("go", "vet", NO_TEST),
  { words: ["golangci-lint", "run"], never: ["--fix"], ...NO_TEST },
  ...of("deno", "test"),
  ...of("deno", "lint check", NO_TEST),
  { words: ["deno", "fmt"], needs: ["--check"], ...NO_TEST },
  ...of("bun", "test"),
  ...["mvn", "./mvnw"].flatMap((name) => of(name, "test verify")),
  ...["gradle", "./gradlew"].flatMap((name) => of(name, "test check")),
  ...of("mix", "test"),
  ...of("mix", "credo", NO_TEST),
  { words: ["mix", "format"], needs: ["--check-formatted"], ...NO_TEST },
  ...of("swift", "test"),
];

/** Words before a program that only say where to find it. */
export const RUNNER_WORDS: readonly (readonly string[])[] = [
  ["npx", "--no-install"],
  ["npx", "--no"],
  ["npx"],
  ["bunx"],
  ...["pnpm exec", "yarn exec", "yarn run", "uv run", "poetry run", "pipenv run", "pdm run", "rye run"].map((words) =>
    words.split(" "),
  ),
  ["python", "-m"],
  ["python3", "-m"],
];

/** Programs that run what the repo defines: a script of its manifest, a target, a file or a module. */
export const SCRIPT_RUNNERS: readonly (readonly string[])[] = [
  ...["npm run", "npm run-script", "pnpm run", "yarn run", "bun run", "npm", "pnpm", "yarn", "make", "just", "task"],
  ...["python -m", "python3 -m", "python", "python3", "bash", "sh"],
].map((words) => words.split(" "));

/** Name parts of scripts and targets that check, and of those that do more. */
export const CHECK_NAME =
  /^(?:t|tests?|testing|unit|spec|lint|linter|eslint|format|fmt|prettier|style|types?|typecheck|tsc|checks?|verify)$/;
export const OTHER_NAME =
  /^(?:fix|write|watch|update|publish|deploy|release|upload|push|docs?|bench|benchmark|e2e|install|setup|clean|version|report)$/;
