import { expect, test } from "vitest";
import { environmentFault } from "./environment-fault.ts";

const faultOf = (output: string, exitCode: number | null = 1, isToCome?: (name: string) => boolean) =>
  environmentFault({ exitCode, startFault: null, output }, isToCome);

// Real output of programs.
test.each<[string, number, string, string]>([
  ["npm, whose script names a tool", 127, "\n> test\n> xo && ava\n\nsh: 1: xo: not found\n", "the program xo"],
  ["bash", 127, "v.sh: line 2: xo: command not found\n", "the program xo"],
  ["dash", 127, "v.sh: 2: xo: not found\n", "the program xo"],
  [
    "rustup without a toolchain",
    1,
    "error: rustup could not choose a version of cargo to run, because one wasn't specified explicitly, and no default is configured.\n",
    "an installed version of the program that it starts",
  ],
  [
    "rustup without this toolchain",
    1,
    "error: toolchain 'nightly-x86_64' is not installed\n",
    "an installed version of the program that it starts",
  ],
  [
    "pyenv",
    127,
    "pyenv: python3.12: command not found\n\nThe `python3.12' command exists in\n",
    "the program python3.12",
  ],
  [
    "pyenv without its version",
    1,
    "pyenv: version `3.12.1' is not installed (set by /r/.python-version)\n",
    "an installed version of the program that it starts",
  ],
  [
    "asdf",
    126,
    "No version is set for command npm\nConsider adding one of the following versions\n",
    "an installed version of the program that it starts",
  ],
  ["exec", 127, "v.sh: line 2: exec: xo: not found\n", "the program xo"],
  ["env", 127, "/usr/bin/env: ‘nopython’: No such file or directory\n", "the program nopython"],
  [
    "make",
    2,
    "nogcc -c x.c\nmake: nogcc: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
    "the program nogcc",
  ],
  [
    "npx",
    1,
    'npm error npx canceled due to missing packages and no YES option: ["vitest@4.1.12"]\n',
    "the package vitest",
  ],
  [
    "an ES module",
    1,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'p-timeout' imported from /r/t.mjs\n    at x (node:internal/a:1:1)\n",
    "the package p-timeout",
  ],
  [
    "a CommonJS module",
    1,
    "Error: Cannot find module 'p-timeout'\nRequire stack:\n- /r/t.cjs\n",
    "the package p-timeout",
  ],
  ["jest", 1, "Cannot find module 'p-timeout' from 'src/a.test.js'\n", "the package p-timeout"],
  [
    "a tool that is started by its path",
    1,
    "Error: Cannot find module '/r/node_modules/@types/xo/cli.js'\n",
    "the package @types/xo",
  ],
  [
    "node --test",
    1,
    "TAP version 13\n# Error: Cannot find module 'p-timeout'\n# Require stack:\n# - t.cjs\nnot ok 1 - /r/t.cjs\n1..1\n# pass 0\n# fail 1\n",
    "the package p-timeout",
  ],
  [
    "tsc",
    2,
    "a.ts(1,20): error TS2307: Cannot find module 'eventemitter3' or its corresponding type declarations.\n",
    "the package eventemitter3",
  ],
  [
    "vitest",
    1,
    'Error: Failed to resolve import "eventemitter3" from "src/a.ts". Does the file exist?\n',
    "the package eventemitter3",
  ],
  ["python -m", 1, "/usr/bin/python3: No module named pytest\n", "the Python module pytest"],
  [
    "python",
    1,
    "Traceback (most recent call last):\n  File \"t.py\", line 1, in <module>\nModuleNotFoundError: No module named 'click.core'\n",
    "the Python module click",
  ],
  [
    "pytest while it collects",
    2,
    "E   ModuleNotFoundError: No module named 'attrs'\n!!! Interrupted: 1 error during collection !!!\n1 error in 4.29s\n",
    "the Python module attrs",
  ],
  [
    "unittest",
    1,
    "ModuleNotFoundError: No module named 'attrs'\n\nRan 1 test in 0.000s\n\nFAILED (errors=1)\n",
    "the Python module attrs",
  ],
  [
    "go test",
    1,
    "a.go:3:8: no required module provides package github.com/x/y; to add it:\n\tgo get github.com/x/y\n",
    "the package github.com/x/y",
  ],
  [
    "go test without a network",
    1,
    "a.go:3:8: cannot find module providing package github.com/x/y: module lookup disabled by GOPROXY=off\n",
    "the package github.com/x/y",
  ],
  [
    "cargo",
    101,
    "error: no matching package named `serde` found\nlocation searched: crates.io index\n",
    "the package serde",
  ],
  [
    "a tool that was installed in part",
    1,
    "Error: Cannot find module '../dist/pnpm.cjs'\nRequire stack:\n- /opt/x/node_modules/.pnpm/pnpm@9/node_modules/pnpm/bin/pnpm.cjs\n    at x\n",
    "the rest of the package pnpm",
  ],
  [
    "Go, whose own files are elsewhere",
    2,
    "go: cannot find GOROOT directory: /usr/local/go\n",
    "an installed version of the program that it starts",
  ],
  [
    "Go, too old for the module",
    1,
    "go: go.mod requires go >= 1.25 (running go 1.22.2; GOTOOLCHAIN=local)\n",
    "an installed version of the program that it starts",
  ],
  [
    "Maven without its repository",
    1,
    "[FATAL] Non-resolvable parent POM for a:b:1: Could not transfer artifact org.apache.commons:commons-parent:pom:62 from/to central (https://x): x\n",
    "the package org.apache.commons:commons-parent:pom:62",
  ],
  ["Bundler", 7, "Could not find rack-3.0.8 in locally installed gems\n", "the package rack-3.0.8"],
  ["Bundler, of the Gemfile", 7, "Could not find gem 'rack (~> 3.0)' in locally installed gems.\n", "the package rack"],
  [
    "Ruby",
    1,
    "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:85:in `require': cannot load such file -- rack/utils (LoadError)\n",
    "the package rack/utils",
  ],
  [
    "Bundler, of a program",
    127,
    "bundler: command not found: rspec\nInstall missing gem executables\n",
    "the program rspec",
  ],
])("%s says what is missing", (_, exitCode, output, what) => {
  expect(faultOf(output, exitCode)).toBe(`${what} is missing`);
});

test.each([
  "[ERROR] Non-resolvable parent POM for a:b:1: it was not found in https://x during a previous attempt\n",
  "[ERROR] Plugin org.a:b:1 or one of its dependencies could not be resolved:\n",
  "[ERROR] Failed to execute goal on project b: Could not resolve dependencies for project a:b:jar:1\n",
  "> Could not resolve all files for configuration ':testCompileClasspath'.\n",
])("that nothing is installed is said by %s", (output) => {
  expect(faultOf(output)).toBe("what the repo depends on is not installed");
});

test.each<[string, number | null, string]>([
  ["a test that fails", 1, "not ok 1 - adds\nAssertionError: 1 !== 2\n"],
  [
    "a plugin of the repo that a package loads by its path",
    1,
    "Error: Cannot find module './own-plugin.js'\nRequire stack:\n- /r/node_modules/@babel/core/lib/config/files/plugins.js\n",
  ],
  [
    "a parent of Maven's that the repo names wrongly",
    1,
    "[FATAL] Non-resolvable parent POM for a:child:1.1: Could not find artifact a:parent:pom:1.1 and 'parent.relativePath' points at wrong local POM\n",
  ],
  ["a file of the repo that is not there", 1, "Error: Cannot find module './dist/x.js'\nRequire stack:\n- /r/t.cjs\n"],
  [
    "a file of the repo that Node is to run",
    1,
    "Error: Cannot find module 'greet.js'\n    at x (node:a:1:1) {\n  requireStack: []\n",
  ],
  [
    "a file that a module imports",
    1,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'src/x.js' imported from t.mjs\n",
  ],
  [
    "a file of the repo that a tool requires",
    1,
    "Error: Cannot find module '/r/setup.js'\nRequire stack:\n- /r/node_modules/jest/a.js\n",
  ],
  [
    "a file of the repo that a linked package lacks",
    1,
    "Error: Cannot find module './dist/x.js'\nRequire stack:\n- /r/packages/a/b.cjs\n- /r/node_modules/jest/a.js\n",
  ],
  ["a file of the repo by its whole path", 1, "Error: Cannot find module '/r/dist/x.js'\n"],
  [
    "a type of the repo's",
    2,
    "a.ts(1,20): error TS2307: Cannot find module './b' or its corresponding type declarations.\n",
  ],
  ["a program of the repo's", 127, "scripts/verify.sh: line 2: ./tools/check: No such file or directory\n"],
  ["a script of the repo's that bash is to run", 127, "bash: check.sh: No such file or directory\n"],
  ["a script of the repo's in the place of another", 127, "v.sh: line 1: check.sh: No such file or directory\n"],
  ["the same, from dash", 127, "v.sh: 1: exec: ./check.sh: not found\n"],
  ["a program below a folder of the repo's, from dash", 127, "sh: 1: tools/check: not found\n"],
  [
    "a program below a folder of the repo's, from make",
    2,
    "make: tools/check: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
  ],
  [
    "a script of the repo's that make has bash run",
    2,
    "bash: check.sh: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
  ],
  ["one module of many tests", 1, "E   ModuleNotFoundError: No module named 'attrs'\n1 failed, 240 passed in 3.1s\n"],
  [
    "one file of many in TAP",
    1,
    "ok 1 - adds\nnot ok 2 - /r/t.cjs\n# Error: Cannot find module 'x'\n# pass 1\n# fail 1\n",
  ],
  [
    "a file that Ruby's require_relative names",
    1,
    "a.rb:1:in `require_relative': cannot load such file -- /r/lib/own (LoadError)\n",
  ],
  ["a header that is not there", 1, "x.c:1:10: fatal error: own.h: No such file or directory\n"],
  ["what a limit ended", null, "sh: 1: xo: not found\n"],
])("%s is not the machine's fault", (_, exitCode, output) => {
  expect(faultOf(output, exitCode)).toBeNull();
});

test("a module that is still to be written is not missing", () => {
  const output = "ModuleNotFoundError: No module named 'greet'\n";
  expect(faultOf(output, 1, (name) => name === "greet")).toBeNull();
  expect(faultOf(output, 1, () => false)).toBe("the Python module greet is missing");
});

test("a command that cannot start reports its fault; exit code 127 suffices", () => {
  expect(environmentFault({ exitCode: null, startFault: "npm is not on the PATH", output: "" })).toBe(
    "npm is not on the PATH",
  );
  expect(faultOf("", 127)).toBe("a program is missing (exit code 127)");
  expect(faultOf("v.sh: line 1: ./x: cannot execute: required file not found\n", 127)).toMatch(/exit code 127/);
  expect(faultOf("v.sh: ./x: /usr/bin/nosh: bad interpreter: No such file or directory\n", 127)).toMatch(/code 127/);
  expect(faultOf("1..3\nok 1 - adds\nsh: 1: xo: not found\n", 127)).toBe("the program xo is missing");
});
