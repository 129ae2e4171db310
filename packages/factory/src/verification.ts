import { isJsonObject, member, readJson } from "@llmch/contract";

/** One command of a verification. */
export interface VerifyCommand {
  readonly argv: readonly string[];
  /** Exit codes besides 0 that pass, each with what is said then. */
  readonly passes: Readonly<Record<number, string>>;
}

/** How a tree is verified: the commands, and a sentence about why these. */
export interface Verification {
  readonly commands: readonly VerifyCommand[];
  readonly reason: string;
  /** True where pytest and pip must be there for it. */
  readonly python: boolean;
}

/** What must be known of a tree to tell how it is verified: its paths, and the texts of two files at its root. */
export interface TreeFacts {
  readonly files: readonly string[];
  readonly packageJson: string | null;
  readonly makefile: string | null;
}

export const VERIFY_SCRIPT = "scripts/verify.sh";
const command = (...argv: string[]): VerifyCommand => ({ argv, passes: {} });
const COMPILE_ALL = command("python", "-m", "compileall", "-q", ".");
const NO_TESTS_COLLECTED = { 5: "pytest collected no tests" };

/** How a tree is verified after an order was applied (contract §5): its own script, else its ecosystem's test command. */
export const verificationOf = (tree: TreeFacts): Verification =>
  tree.files.includes(VERIFY_SCRIPT)
    ? { commands: [command("bash", VERIFY_SCRIPT)], reason: `the repo has ${VERIFY_SCRIPT}`, python: false }
    : ecosystemVerification(tree);

/** What a `verify_exempt` order gets instead: a syntax check where the ecosystem has one. */
export const exemptVerification = (tree: TreeFacts): Verification => {
  const python = ecosystemVerification(tree).python;
  return {
    commands: python ? [COMPILE_ALL] : [],
    reason: python ? "verify-exempt: a syntax check alone" : "verify-exempt, and the tree names no syntax check",
    python: false,
  };
};

const ecosystemVerification = (tree: TreeFacts): Verification => {
  const root = new Set(tree.files.filter((path) => !path.includes("/")));
  for (const ecosystem of ECOSYSTEMS) {
    const commands = ecosystem.commands(tree, root);
    if (commands !== null) return { commands, reason: ecosystem.reason, python: ecosystem.reason === PYTHON };
  }
  return { commands: [], reason: "the tree does not say how it is verified", python: false };
};

interface Ecosystem {
  readonly reason: string;
  /** The test commands, or null where the tree is of another kind. */
  readonly commands: (tree: TreeFacts, root: ReadonlySet<string>) => readonly VerifyCommand[] | null;
}

const PYTHON = "a Python tree";
const PYTHON_COMMANDS: readonly VerifyCommand[] = [
  COMPILE_ALL,
  command("python", "-m", "pip", "--version"),
  { argv: ["python", "-m", "pytest", "-q"], passes: NO_TESTS_COLLECTED },
];
const PYTHON_MANIFESTS = ["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "Pipfile"];
const hasPythonFile = (tree: TreeFacts): boolean => tree.files.some((path) => path.endsWith(".py"));

/** The first that fits decides. A tree of `.py` files without any manifest is Python's, but a manifest outranks them. */
const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    reason: PYTHON,
    commands: (tree, root) =>
      PYTHON_MANIFESTS.some((name) => root.has(name)) || (root.has("requirements.txt") && hasPythonFile(tree))
        ? PYTHON_COMMANDS
        : null,
  },
  { reason: "package.json names a test script", commands: (tree, root) => nodeCommands(tree, root) },
  { reason: "a Cargo project", commands: (_, root) => (root.has("Cargo.toml") ? [command("cargo", "test")] : null) },
  { reason: "a Go module", commands: (_, root) => (root.has("go.mod") ? [command("go", "test", "./...")] : null) },
  {
    reason: "a Maven project",
    commands: (_, root) =>
      root.has("pom.xml")
        ? [root.has("mvnw") ? command("sh", "mvnw", "-q", "-B", "test") : command("mvn", "-q", "-B", "test")]
        : null,
  },
  {
    reason: "a Gradle project",
    commands: (_, root) =>
      root.has("build.gradle") || root.has("build.gradle.kts")
        ? [root.has("gradlew") ? command("sh", "gradlew", "test") : command("gradle", "test")]
        : null,
  },
  { reason: "a Swift package", commands: (_, root) => (root.has("Package.swift") ? [command("swift", "test")] : null) },
  { reason: "a Mix project", commands: (_, root) => (root.has("mix.exs") ? [command("mix", "test")] : null) },
  { reason: "the Makefile has a test target", commands: (tree) => makeCommands(tree) },
  { reason: PYTHON, commands: (tree) => (hasPythonFile(tree) ? PYTHON_COMMANDS : null) },
  {
    reason: "files named as Node's test runner expects",
    commands: (tree) => (tree.files.some(isNodeTest) ? [command("node", "--test")] : null),
  },
];

const nodeCommands = (tree: TreeFacts, root: ReadonlySet<string>): readonly VerifyCommand[] | null => {
  const script = testScript(tree.packageJson);
  if (script === null) return null;
  const manager = root.has("pnpm-lock.yaml") ? "pnpm" : root.has("yarn.lock") ? "yarn" : "npm";
  return [command(manager, "test")];
};

/** The `test` script of a package.json, or null: npm's own placeholder is none. */
const testScript = (packageJson: string | null): string | null => {
  const json = readJson(packageJson ?? "");
  const scripts = json.ok && isJsonObject(json.value) ? member(json.value, "scripts") : undefined;
  const script = isJsonObject(scripts) ? member(scripts, "test") : undefined;
  return typeof script === "string" && script.trim() !== "" && !script.includes("no test specified") ? script : null;
};

const makeCommands = ({ makefile }: TreeFacts): readonly VerifyCommand[] | null => {
  const target = MAKE_TARGETS.find((name) => new RegExp(`^${name}[ \\t]*:(?!=)`, "m").test(makefile ?? ""));
  return target === undefined ? null : [command("make", target)];
};
const MAKE_TARGETS = ["test", "check"];

/** The names that `node --test` looks for when it is given none. */
const isNodeTest = (path: string): boolean =>
  /(^|[./_-])test\.[cm]?js$/.test(path) ||
  /(^|\/)test-[^/]+\.[cm]?js$/.test(path) ||
  /(^|\/)test\/.+\.[cm]?js$/.test(path);
