/** A program that only checks and changes nothing, by the first words of its command. */
export interface CheckTool {
  readonly words: readonly string[];
  /** One of these words is required to make it a check. */
  readonly needs?: readonly string[];
  /** With any of these words it changes files. */
  readonly never?: readonly string[];
}

const each = (names: string): readonly CheckTool[] => names.split(" ").map((name) => ({ words: [name] }));
const of = (program: string, names: string): readonly CheckTool[] =>
  names.split(" ").map((name) => ({ words: [program, name] }));

/** The commands recognised in a CI. Anything else may install, build, publish or write, so it is not offered to anyone. */
export const CHECK_TOOLS: readonly CheckTool[] = [
  ...each("tsc vue-tsc jest mocha ava tap tsd stylelint oxlint standard xo knip publint"),
  ...each("pytest tox nox flake8 pylint mypy pyright basedpyright unittest bats shellcheck ctest staticcheck"),
  { words: ["node", "--test"] },
  { words: ["vitest", "run"] },
  { words: ["eslint"], never: ["--fix"] },
  { words: ["prettier"], needs: ["--check", "-c", "--list-different", "-l"], never: ["--write", "-w"] },
  ...["ci", "check", "lint", "format"].map((name) => ({
    words: ["biome", name],
    never: ["--write", "--apply", "--fix"],
  })),
  { words: ["ruff", "check"], never: ["--fix"] },
  { words: ["ruff", "format"], needs: ["--check", "--diff"] },
  { words: ["black"], needs: ["--check", "--diff"] },
  { words: ["isort"], needs: ["--check", "--check-only", "-c", "--diff"] },
  ...of("ty", "check"),
  ...of("coverage", "run"),
  ...of("pre-commit", "run"),
  // Another target needs what only CI has installed.
  { words: ["cargo", "test"], never: ["--target"] },
  { words: ["cargo", "check"], never: ["--target"] },
  { words: ["cargo", "nextest", "run"] },
  { words: ["cargo", "clippy"], never: ["--fix", "--target"] },
  { words: ["cargo", "fmt"], needs: ["--check"] },
  ...of("go", "test vet"),
  { words: ["golangci-lint", "run"], never: ["--fix"] },
  ...of("deno", "test lint check"),
  { words: ["deno", "fmt"], needs: ["--check"] },
  ...of("bun", "test"),
  ...["mvn", "./mvnw"].flatMap((name) => of(name, "test verify")),
  ...["gradle", "./gradlew"].flatMap((name) => of(name, "test check")),
  ...of("mix", "test credo"),
  { words: ["mix", "format"], needs: ["--check-formatted"] },
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

/** Programs that run what the repo defines: a script of its manifest, or a target. */
export const SCRIPT_RUNNERS: readonly (readonly string[])[] = [
  ...[
    "npm run",
    "npm run-script",
    "pnpm run",
    "yarn run",
    "bun run",
    "npm",
    "pnpm",
    "yarn",
    "make",
    "just",
    "task",
  ].map((words) => words.split(" ")),
];

/** Name parts of scripts and targets that check, and of those that do more. */
export const CHECK_NAME =
  /^(?:t|tests?|testing|unit|spec|lint|linter|eslint|format|fmt|prettier|style|types?|typecheck|tsc|checks?|verify)$/;
export const OTHER_NAME =
  /^(?:fix|write|watch|update|publish|deploy|release|upload|push|docs?|bench|benchmark|e2e|install|setup|clean|version|report)$/;
