import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandResult } from "@llmch/contract";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { layChecks } from "./check-files.ts";
import { provingEnd } from "./proving-end.ts";

const { path: repo, remove } = temporaryFolder();
afterAll(remove);
const write = (path: string, text: string) => {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), text);
};
write("good.js", "exports.f = (x) => x;\n");
write("ends.js", "process.exit(0);\n");
write("late.js", "setTimeout(() => process.exit(0), 5);\n");
write("swallows.js", "process.on('uncaughtException', () => {});\n");
write("waits.js", "exports.f = (run) => setTimeout(run, 5);\n");
write("calls.js", "exports.f = (run) => run();\n");
write("emits.js", "const e = new (require('node:events'))(); e.on('x', process.exit); e.emit('x', 0);\n");
write("blind.js", "Error.stackTraceLimit = 0; process.exit(0);\n");
write("lends.js", "require('runner-at-once')();\n");
write("node_modules/runner-at-once/index.js", "module.exports = () => process.exit(0);\n");
write("later.mjs", "setTimeout(process.exit, 1, 0);\n");
write("good.mjs", "export const f = (x) => x;\n");
write("ends.mjs", "process.exit();\n");
write("node_modules/runner/index.js", "module.exports = () => setTimeout(() => process.exit(0), 5);\n");
write("good.py", "def f(x):\n    return x\n");
write("ends.py", "import sys\nsys.exit(0)\n");
write("leaves.py", "exit()\n");
write("parses.py", "import argparse\nargparse.ArgumentParser().exit()\n");
write("executes.py", "exec('raise SystemExit')\n");
write("calls.py", "def f(run):\n    run()\n");
write("quits.py", "import os\nos._exit(0)\n");
write("test_it.py", "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        pass\n");

const { path: outside, remove: removeOutside } = temporaryFolder();
afterAll(removeOutside);
const helper = "export const one = 1;\n";
const checks = layChecks(outside, [
  { name: "helper.mjs", content: helper },
  { name: "helper.py", content: "one = 1\n" },
]);
/** Lays a file beside the helpers, whose modules it can import, and runs it. */
const endingOf = (program: string, name: string, content: string) => {
  chmodSync(checks, 0o755);
  writeFileSync(join(checks, name), content);
  return ending([program, join(checks, name), "--flag"]);
};

const ending = (
  argv: readonly string[],
  { cwd = repo, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): { readonly exitCode: number | null; readonly printed: string } => {
  const proving = provingEnd(argv, checks);
  const [program = "", ...rest] = proving.argv;
  const environment = { ...process.env, PYTHONPATH: repo, PYTHONDONTWRITEBYTECODE: "1", ...env };
  const ran = spawnSync(program, rest, { cwd, encoding: "utf8", env: environment });
  const result: CommandResult = {
    ...{
      ending: "exited",
      exitCode: ran.status,
      signal: null,
      startFault: null,
      durationMs: 1,
      printedBytes: 0,
      droppedBytes: 0,
    },
    ...{ stdoutTail: ran.stdout, stderrTail: ran.stderr },
  };
  const { exitCode, stdoutTail, stderrTail } = proving.judge(result);
  return { exitCode, printed: stdoutTail + stderrTail };
};

test.each<[string, string, number]>([
  ["that ends", "const a = require('./good.js'); if (a.f(1) !== 1) process.exit(3)", 0],
  ["that ends in a comment", "require('./good.js') // done", 0],
  ["in strict mode", "'use strict'; require('./good.js')", 0],
  ["that fails", "require('./good.js'); process.exit(3)", 3],
  ["that throws", "throw new Error('no')", 1],
  ["that sets its exit code", "process.exitCode = 4", 4],
  ["that says how it ended", "process.exit(require('./good.js').f(1) === 1 ? 0 : 1)", 0],
  ["that ends itself later", "setTimeout(() => process.exit(0), 5)", 0],
  ["that waits", "import('./good.mjs').then(({ f }) => { if (f(1) !== 1) process.exit(1); })", 0],
  ["ended by an installed package", "require('runner')()", 0],
  ["that ends itself in a callback", "require('./waits.js').f(() => process.exit(0))", 0],
  ["that ends itself where a module calls it", "require('./calls.js').f(() => process.exit(0))", 0],
  ["that leaves its end to a promise", "import('./good.mjs').then(({ f }) => f(0)).then(process.exit)", 0],
  ["ended by an emitter of a module", "require('./emits.js'); process.exit(3)", 1],
  ["ended by a module that hides its frames", "require('./blind.js'); process.exit(3)", 1],
  ["ended by a module through an installed package", "require('./lends.js'); process.exit(3)", 1],
  ["ended by an installed package at once", "require('runner-at-once')()", 0],
  ["ended by a module", "require('./ends.js'); process.exit(3)", 1],
  ["ended by an ES module", "import('./ends.mjs').then(() => process.exit(3))", 1],
  ["ended by a module later", "require('./late.js'); setTimeout(() => process.exit(3), 500)", 1],
  ["whose fault a module swallows", "require('./swallows.js'); throw new Error('no')", 1],
])("a node -e %s", (_, code, exitCode) => {
  expect(ending([process.execPath, "--no-warnings", "-e", code])).toMatchObject({ exitCode });
});

test("an ES module given to node -e", () => {
  const run = (code: string) => ending([process.execPath, "--input-type=module", "--eval", code]).exitCode;
  expect(run("import { exit } from 'node:process'; import { f } from './good.mjs'; exit(f(1) === 1 ? 0 : 1)")).toBe(0);
  expect(run("import './ends.mjs'; process.exit(3)")).toBe(1);
  const wait = "await new Promise((go) => setTimeout(go, 500));";
  expect(run(`await import('./later.mjs'); ${wait} process.exit(3)`)).toBe(1);
  expect(run("process.exit(await import('./good.mjs').then(({ f }) => f(0)))")).toBe(0);
});

test.each<[string, string, number]>([
  ["that ends", "import sys\nfrom good import f\nsys.exit(0 if f(1) == 1 else 1)", 0],
  ["with other letters", 'assert "🙂\\u00e9" != "\\n" # \\ "', 0],
  ["with an import of the future", "from __future__ import annotations\nx: 'int' = 1", 0],
  ["that fails", "import sys; sys.exit(3)", 3],
  ["that exits with a message", "raise SystemExit('no')", 1],
  ["whose assertion fails", "assert 1 == 2", 1],
  ["ended by a test runner", "import unittest; unittest.main('test_it')", 0],
  ["ended by a module", "import ends", 1],
  ["whose process a module ends", "import quits", 1],
  ["ended by a module's exit()", "import leaves", 1],
  ["ended by a module through the library", "import parses", 1],
  ["ended by a module's own program", "import executes", 1],
  ["that ends itself where a module calls it", "import calls; calls.f(lambda: exit(0))", 0],
  ["that ends its process", "import os; from good import f; os._exit(f(0))", 0],
  ["that ends its process with a failure", "from os import _exit; _exit(3)", 3],
])("a python -c %s", (_, code, exitCode) => {
  expect(ending(["python3", "-B", "-c", code])).toMatchObject({ exitCode });
});

const REPO = 'import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/");';

test.each<[string, string, number]>([
  ["that ends", "if (require('./good.js').f(1) !== 1) process.exit(3)", 0],
  [
    "that imports a helper and its arguments",
    "import { one } from './helper.mjs'; process.exit(process.argv[2] === '--flag' ? one - 1 : 3)",
    0,
  ],
  ["that fails", "process.exit(3)", 3],
  ["that throws", "throw new Error('no')", 1],
  ["that waits", "await new Promise((go) => setTimeout(go, 5)); process.exit(0)", 0],
  ["that never stops waiting", "await new Promise(() => {})", 1],
  ["ended by a module", "require('./ends.js'); process.exit(3)", 1],
  [
    "ended by a module after a helper",
    "import './helper.mjs'; await import(process.cwd() + '/ends.mjs'); process.exit(3)",
    1,
  ],
  ["whose fault a module swallows", "require('./swallows.js'); throw new Error('no')", 1],
])("a node check file %s", (_, code, exitCode) => {
  expect(endingOf("node", "check.mjs", `${REPO}\n${code}`)).toMatchObject({ exitCode });
});

test.each<[string, string, number]>([
  ["that ends", "from good import f\nassert f(1) == 1", 0],
  [
    "that imports a helper and its arguments",
    "import sys\nfrom helper import one\nsys.exit(0 if sys.argv[1:] == ['--flag'] else one)",
    0,
  ],
  [
    "with other letters and a future",
    "# coding: utf-8\nfrom __future__ import annotations\nassert '🙂' != __file__",
    0,
  ],
  ["that fails", "import sys; sys.exit(3)", 3],
  ["that imports nothing", "sys.exit(0)", 1],
  [
    "ended by a test runner",
    "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        pass\nunittest.main(argv=['x'])",
    0,
  ],
  ["ended by a module", "import ends", 1],
  ["whose process a module ends", "import quits", 1],
])("a python check file %s", (_, code, exitCode) => {
  expect(endingOf("python3", "check.py", code)).toMatchObject({ exitCode });
});

test("a traceback shows a check file's name, lines and nothing else", () => {
  const { printed } = endingOf("python3", "lines.py", "x = 1\n\nassert x == 2\n");
  expect(printed.match(/File ".*/g)).toEqual([`File "${join(checks, "lines.py")}", line 3, in <module>`]);
  expect(printed).toContain("assert x == 2");
  expect(endingOf("node", "lines.mjs", "\n\nthrow new Error('no')\n").printed).toContain(`lines.mjs:3\n`);
  const failing = "import assert from 'node:assert';\n\nassert.equal(1, 2);\n";
  expect(endingOf("node", "failing.mjs", failing).printed).toMatch(/1 == 2\nline 3: assert\.equal\(1, 2\);\n {4}at /);
});

test("a traceback shows the program alone, and an early end is said", () => {
  expect(ending(["python3", "-c", "assert 1 == 2"]).printed.match(/File "/g)).toHaveLength(1);
  expect(ending(["node", "-e", "require('./ends.js')"]).printed).toContain(
    "before the command's own program had ended",
  );
});

test.each<[argv: readonly string[], printed: string]>([
  [
    ["python3", "-I", "-c", "x = 1\nif x:\n    raise ValueError(x)"],
    "line 3, in <module>\n    raise ValueError(x)\nValueError: 1\n",
  ],
  [["python3", "-I", "-c", "x =\n"], "line 1\n    x ="],
  [
    ["node", "-e", "const a = 1; if (a) throw new Error('no');"],
    "\nconst a = 1; if (a) throw new Error('no');\n\nError: no\nline 1: if (a) throw new Error('no');\n    at [eval]:1:27\n",
  ],
  [
    ["node", "--input-type=module", "-e", "import assert from 'node:assert';\nassert.equal(1, 2)"],
    "1 == 2\nline 2: assert.equal(1, 2)\n    at ",
  ],
  [
    ["sh", "-c", "node -e 'throw new Error()' && true"],
    "\nthrow new Error()\n\nError\nline 1: throw new Error()\n    at [eval]:1:7\n",
  ],
])("what a program prints shows its own lines alone: %j", (argv, printed) => {
  expect(ending(argv).printed).toContain(printed);
  expect(ending(argv).printed).not.toContain("llmch:ended");
});

/** In place of pytest: says of every assertion that it was rewritten. */
const REWRITE = `import ast
def rewrite_asserts(tree, source):
    for each in ast.walk(tree):
        if isinstance(each, ast.Assert):
            each.msg = ast.copy_location(ast.Constant(source.decode() + " rewritten"), each)
`;

test("a bare assertion tells values where pytest is installed, and no module of the repo is taken for pytest or imported early", () => {
  write("site-packages/_pytest/assertion/rewrite.py", REWRITE);
  for (const folder of ["site-packages", "own"])
    for (const name of ["_pytest", "_pytest/assertion"]) write(`${folder}/${name}/__init__.py`, "");
  write("own/_pytest/assertion/rewrite.py", "def rewrite_asserts(tree, source):\n    tree.body.clear()\n");
  write("shadows/ast.py", "NAME = 'own'\n");
  const env = { PYTHONPATH: join(repo, "site-packages") };
  const failing = ["python3", "-B", "-c", "assert 1 == 2"];
  expect(ending(failing, { env }).printed).toMatch(
    / {4}assert 1 == 2\n(?: +\^+\n)?AssertionError: assert 1 == 2 rewritten\n/,
  );
  expect(ending(["python3", "-B", "-O", "-c", "assert 1 == 2"], { env }).exitCode).toBe(0);
  expect(ending(failing, { cwd: join(repo, "own") })).toMatchObject({ exitCode: 1 });
  const shadowed = ["python3", "-B", "-c", "import ast; assert ast.NAME == 'own'"];
  expect(ending(shadowed, { env, cwd: join(repo, "shadows") })).toMatchObject({ exitCode: 0 });
});

const NODE = (file: string) => `require('./${file}.js').f(1) === 1 || process.exit(3)`;
const PYTHON = (file: string) => `from ${file} import f; assert f(1) == 1`;

/** However it is spelled, only the module that ends the process by itself is told apart. */
test.each<[string, (code: string) => readonly string[], (file: string) => string]>([
  ["node --eval=", (code) => ["node", `--eval=${code}`], NODE],
  ["node -r", (code) => ["node", "-r", "./good.js", "-C", "dev", "-e", code], NODE],
  ["node -p", (code) => ["node", "-p", code], NODE],
  ["node -p -e", (code) => ["node", "-p", "-e", code], NODE],
  ["env", (code) => ["env", "A=/usr/bin/node", "node", "-e", code], NODE],
  ["timeout", (code) => ["timeout", "20", "node", "-pe", code], NODE],
  ["sh", (code) => ["sh", "-c", `cd . && A=1 node -e "${code}"`], NODE],
  ["sh -e", (code) => ["sh", "-ec", `node -e "${code}"; true`], NODE],
  ["bash", (code) => ["bash", "-c", `test -f none || env A=1 node -e "${code}" && node -e 1;`], NODE],
  ["python -W", (code) => ["python3", "-W", "error", "-Xutf8", "-c", code], PYTHON],
  ["python -Bc", (code) => ["python3", "-Bc", code], PYTHON],
  ["python -c, attached", (code) => ["python3", `-Bc${code}`], PYTHON],
  ["sh with python", (code) => ["sh", "-c", `python3 -B -c '${code}' && true`], PYTHON],
])("%s", (_, command, code) => {
  expect(ending(command(code("good"))).exitCode).toBe(0);
  expect(ending(command(code("ends"))).exitCode).toBe(1);
  expect(ending(command("throw new Error()")).exitCode).toBe(1);
});

test("a shell tells how a program failed, and -p prints its value", () => {
  expect(ending(["sh", "-c", "node -e 'process.exit(3)'"]).exitCode).toBe(3);
  expect(ending(["sh", "-c", "node -e 'process.exit(3)' || node -e '\"a  b\"'"]).exitCode).toBe(0);
  expect(ending(["node", "-p", "const a = 20; a + 1"])).toEqual({ exitCode: 0, printed: "21\n" });
});

test.each([
  [["node", "check.js"]],
  [["node", "-p"]],
  [["node", "--test", "-e"]],
  [["grep", "node", "-e", "x"]],
  [["npx", "tsc", "-p", "node"]],
  [["sh", "-c", "node -e 'x' | cat"]],
  [["sh", "-c", 'node -e "$CODE"']],
  [["sh", "-c", "(node -e 'x')"]],
  [["python3", "-m", "pytest", "-c", "x"]],
  [["sh", "-c", "exit 0"]],
  [["node", "-e"]],
])("another command stays as it is: %j", (argv) => {
  expect(provingEnd(argv).argv).toEqual(argv);
});
