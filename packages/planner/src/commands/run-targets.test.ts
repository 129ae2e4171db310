import { commandWords } from "@llmch/text";
import { expect, test } from "vitest";
import { missingTargets } from "./run-targets.ts";

const targets = (command: string): readonly string[] => {
  const words = commandWords(command);
  if (!words.ok) throw new Error(words.issues[0]);
  return missingTargets(words.value, () => false);
};

test.each<[string, readonly string[]]>([
  ["python a.py", ["a.py"]],
  ["python3 -B -u ./x/../a.py --out b.py", ["a.py"]],
  ["python3.12 -W error a.py", ["a.py"]],
  ["python -m pytest -q tests/test_a.py", ["tests/test_a.py"]],
  ["python -B -m pytest tests", ["tests"]],
  ["python -m unittest -v tests/test_a.py", ["tests/test_a.py"]],
  ["python -m py_compile a.py b.py", ["a.py", "b.py"]],
  ["pytest", []],
  ["pytest -xq --maxfail=1 tests/test_a.py::TestA::test_b[1] checks", ["tests/test_a.py", "checks"]],
  ["pytest -k slug tests/test_a.py", ["tests/test_a.py"]],
  ["pytest --tb short --ignore tests/b.py -p no:cacheprovider tests/test_a.py", ["tests/test_a.py"]],
  ["bash run.sh a.sh", ["run.sh"]],
  ["bash -euo pipefail run.sh", ["run.sh"]],
  ["sh -n scripts/verify.sh", ["scripts/verify.sh"]],
  ["node src/cli.js missing.txt", ["src/cli.js"]],
  ["node --no-warnings src/cli.js -e x", ["src/cli.js"]],
  ["node --import ./hooks.js src/cli.js", ["src/cli.js"]],
  ["node --test", []],
  ["node --test --test-reporter spec --test-name-pattern=x test/a.test.js test", ["test/a.test.js", "test"]],
  ["node --check src/cli.js", ["src/cli.js"]],
  ["./tool --fast", ["tool"]],
  ["scripts/run.sh", ["scripts/run.sh"]],
])("%s runs %j", (command, expected) => {
  expect(targets(command)).toEqual(expected);
});

test.each([
  "",
  "python",
  "python -c 'import a' a.py",
  "python -m a.b c.py",
  "python -m http.server",
  "python -m unittest tests.test_a",
  "python -m unittest discover -s tests",
  "python - a.py",
  "python --unknown a.py",
  "pytest --pyargs pkg.tests",
  "pytest 'tests/test_*.py'",
  "bash -c 'node a.js' a.sh",
  "bash -ec 'node a.js'",
  "node -e 'x()' a.js",
  "node --input-type=module -e 'x()'",
  "node --run build",
  "node dist/cli.js",
  "node $X/cli.js",
  "node ../cli.js",
  "node /opt/cli.js",
  "node .",
  "node_modules/.bin/jest a.test.js",
  ".venv/bin/tool",
  "./build/tool",
  "/usr/bin/tool",
  "grep -q x a.txt",
  "npm test",
])("the target of %s is unknown", (command) => {
  expect(targets(command)).toEqual([]);
});

test.each([
  ["node src/cli", "src/cli.js"],
  ["node src/cli", "src/cli.json"],
  ["node src/cli.mjs", "src/cli.mts"],
  ["node src/cli.js", "src/cli.ts"],
  ["node ./src//cli.js", "src/cli.js"],
])("%s runs %s", (command, path) => {
  expect(missingTargets(command.split(" "), (asked) => asked === path)).toEqual([]);
});
