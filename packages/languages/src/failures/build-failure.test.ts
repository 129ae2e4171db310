import { expect, test } from "vitest";
import { failsToBuild } from "./build-failure.ts";

const RUST = `error[E0308]: mismatched types
 --> src/lib.rs:1:31
  |
1 | pub fn f() -> u8 { let x = 1; "a" }
  |               --              ^^^ expected \`u8\`, found \`&str\`

error: could not compile \`cr\` (lib) due to 1 previous error`;
const PYTEST = `test_a.py:1: in <module>
    from src.a import f
E     File "/tmp/b f/src/a.py", line 1
E       def f(:
E             ^
E   SyntaxError: invalid syntax`;
const NODE = `file:///tmp/bf/src/a.mjs:1
export const a = 1 +;
                    ^

SyntaxError: Unexpected token ';'
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)`;
const GO = `# a [a.test]
./a.go:2:16: x declared but not used
FAIL	a [build failed]
FAIL`;
const JAVA = `src/A.java:1: error: incompatible types: boolean cannot be converted to int
class A { int f() { return true; } }`;
const MAVEN = "[ERROR] /tmp/bf/src/main/java/c/A.java:[1,28] incompatible types: boolean cannot be converted to int";

test.each<[path: string, output: string]>([
  ["src/a.ts", "src/a.ts(1,14): error TS2322: Type 'number' is not assignable to type 'string'."],
  ["src/a.ts", "../app/src/a.ts:1:14 - error TS2322: Type 'number' is not assignable to type 'string'."],
  ["src/a.c", "src/a.c: In function 'f':\nsrc/a.c:1:22: error: 'x' undeclared (first use in this function)"],
  ["c/src/a.cpp", "/tmp/c/src/a.cpp:1:22: fatal error: too many errors emitted"],
  ["src/A.java", JAVA],
  ["src/main/java/c/A.java", MAVEN],
  ["pkg/c/a.go", GO],
  ["pkg/c/a.go", "vet: pkg/c/a.go:2:31: cannot use 1 as string value in return statement"],
  ["core/src/lib.rs", RUST],
])("%s does not build: %j", (path, output) => {
  expect([failsToBuild(output, path), failsToBuild(output, path.replace(/a\./i, "b.").replace("lib", "main"))]).toEqual(
    [true, false],
  );
});

test.each<[path: string, output: string]>([
  ["src/a.py", 'Traceback (most recent call last):\n  File "src/a.py", line 1, in <module>\nNameError: x'],
  ["src/a.py", PYTEST],
  ["src/a.mjs", NODE],
  ["src/a.c", "src/a.c:1:22: ERROR: the sum is wrong"],
  ["src/a.py", "src/a.py:1: error: Incompatible types  [assignment]"],
  ["src/a.py", "src/a.py:1:1: F401 `os` imported but unused"],
  ["a.go", "--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1"],
  ["src/lib.rs", "warning: unreachable statement\n --> src/lib.rs:1:31\n\nthread 'a' panicked at src/lib.rs:3:5:"],
  ["src/a.js", "file:///src/a.js:3\n  throw new Error()\n  ^\n\nError: a"],
  ["src/a.ts", "src/b.ts(1,14): error TS2305: Module '\"./a.ts\"' has no exported member 'a'."],
  ["a.ts", ""],
])("%s builds, but a check fails: %j", (path, output) => {
  expect(failsToBuild(output, path)).toBe(false);
});
