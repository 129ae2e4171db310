import { expect, test } from "vitest";
import { decidesVerification } from "./deciding-files.ts";

const manifest = (scripts: object, more: object = {}) => JSON.stringify({ name: "a", scripts, ...more });
const TEST = { test: "vitest run" };
const CALLS = [
  '{"scripts": {"test": "node scripts/run-tests.js"}}',
  "python3 runtests.py",
  "python -B -m pytest -q",
  "node src/check/main.js",
];

test.each<[path: string, before: string | null, after: string | null, decides: boolean]>([
  ["scripts/verify.sh", "npm test\n", "true\n", true],
  ["scripts/verify.sh", null, "true\n", true],
  ["Makefile", "test:\n\tpytest\n", "test:\n\ttrue\n", true],
  ["conftest.py", null, 'collect_ignore = ["a.py"]\n', true],
  ["tests/conftest.py", "", null, true],
  ["vitest.config.ts", "", "export default { test: { exclude: ['**'] } };\n", true],
  ["jest.config.cjs", null, "module.exports = {};\n", true],
  ["package.json", manifest(TEST), manifest({ test: "true" }), true],
  ["package.json", manifest(TEST), manifest({ ...TEST, pretest: "rm -r test" }), true],
  ["package.json", manifest(TEST), manifest(TEST, { jest: { testMatch: [] } }), true],
  ["package.json", manifest(TEST), manifest({ ...TEST, start: "node ." }, { dependencies: { left: "1" } }), false],
  ["packages/new/package.json", null, manifest(TEST), false],
  ["pyproject.toml", "[tool.pytest.ini_options]\n", '[tool.pytest.ini_options]\naddopts = "-k x"\n', true],
  ["pyproject.toml", '[project]\nname = "a"\n', '[project]\nname = "a"\ndependencies = ["b"]\n', false],
  ["Cargo.toml", '[package]\nname = "a"\n', '[package]\nname = "a"\nautotests = false\n', true],
  ["Cargo.toml", "[dependencies]\n", '[dependencies]\nserde = "1"\n', false],
  ["pom.xml", "<a/>\n", "<a/>\n<skipTests>true</skipTests>\n", true],
  ["pom.xml", "<a/>\n", "<a/>\n<dependency/>\n", false],
  ["scripts/run-tests.js", "run();\n", "process.exit(0);\n", true],
  ["scripts/other.js", "run();\n", "process.exit(0);\n", false],
  ["src/a.js", "a\n", "b\n", false],
  ["src/vite-env.d.ts", "a\n", "b\n", false],
  ["go.mod", "require github.com/stretchr/testify v1.8.0\n", "require github.com/stretchr/testify v1.9.0\n", false],
  [".github/workflows/ci.yml", "on: push\n", "on: []\n", false],
  ["conftest.py", "a\n", "a\n", false],
  [".mvn/maven.config", null, "-DskipTests\n", true],
  [".cargo/config.toml", null, '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n', true],
  ["gradle.properties", "a=b\n", "a=b\nskipTests=true\n", true],
  ["gradlew", "exec java\n", "exit 0\n", true],
  [".npmrc", null, "script-shell=/bin/true\n", true],
  [".yarnrc.yml", "nodeLinker: pnp\n", "yarnPath: a.cjs\n", true],
  ["usercustomize.py", null, "a\n", true],
  ["GNUmakefile", null, "test:\n", true],
  ["Makefile", null, "test:\n", false],
  ["runtests.py", "a\n", "b\n", true],
  ["run_tests.py", "a\n", "b\n", false],
  ["src/check/main.js", "a\n", "b\n", false],
  ["pytest.py", null, "a\n", true],
  ["pytest/__init__.py", null, "a\n", true],
  ["src/pytest.py", null, "a\n", false],
  ["pytest/part.py", null, "a\n", false],
  ["setup.cfg", null, "[tool:pytest]\npython_files = a\n", true],
  ["pyproject.toml", null, "[tool.pytest.ini_options]\n", true],
  ["pyproject.toml", null, '[project]\nname = "a"\n', false],
  ["services/pay/pyproject.toml", null, "[tool.pytest.ini_options]\n", false],
])("%s, from %j to %j", (path, before, after, decides) => {
  expect(decidesVerification(path, before, after, CALLS)).toBe(decides);
});
