import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { failureText } from "./failure-text.ts";
import { failuresIn } from "./failures-in.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const outputOf = (name: string) => readFileSync(join(FIXTURES, `${name}.txt`), "utf8");

const DIFFERENCE = ["+ actual - expected", "", "  {", "+   sum: -1", "-   sum: 3", "  }"];
const PYTHON_DIFFERENCE = ["- {'sum': -1}", "?         ^^", "", "+ {'sum': 3}", "?         ^"];
const NULL = "runtime error: invalid memory address or nil pointer dereference";

test.each<[output: string, failures: readonly (readonly [name: string, place: string | null, ...detail: string[]])[]]>([
  [
    "node-tap",
    [
      ["add > adds two numbers", "node.test.js:3:56", "Expected values to be strictly deep-equal:", ...DIFFERENCE],
      ["does not throw", "math.js:1:49", "no such thing"],
    ],
  ],
  [
    "node-tap-printed",
    [
      ["serves", "serve.test.js:5:10", `"undefined == '1'"`],
      ["answers in 20ms", "serve.test.js:8:10", "Expected values to be strictly equal:", "", "1 !== 2"],
      ["stores > writes", "serve.test.js:11:72", "no disk"],
      ["stores", "serve.test.js:12:41", "not closed"],
    ],
  ],
  [
    "tape",
    [
      ["adds > should be strictly equal", "test/tape.js:10:4", "expected: 3", "actual: -1"],
      [
        ...(["adds > should be deeply equivalent", "test/tape.js:11:4"] as const),
        ...["expected: { sum: 3, x: 'one' }", "actual: { sum: -1, x: 'one\\ntwo' }"],
      ],
      ["adds > adds two and two", "test/tape.js:12:4", "expected: 4", "actual: 0"],
      ["throws > should throw", "test/tape.js:16:4", "expected: /no such thing/", "actual: undefined"],
      ["throws > never", "test/tape.js:17:4"],
    ],
  ],
  [
    "tap",
    [
      ["adds > should be equal", "test/t.cjs:3:5", "--- expected", "+++ actual", "@@ -1,1 +1,1 @@", "-2", "+1"],
      [
        ...(["adds > inside > sums", "test/t.cjs:5:7", "--- expected", "+++ actual", "@@ -1,3 +1,3 @@"] as const),
        ...[" Object {", '-  "sum": 3,', '+  "sum": -1,', " }"],
      ],
      ["throws > no such thing", "test/t.cjs:11:9"],
    ],
  ],
  [
    "bats",
    [
      [
        ...(["adds", "./a.bats:3", "(from function `add' in file ./lib.bash, line 3,"] as const),
        ...[" in test file ./a.bats, line 3)", "  `add 1 2' failed", "sum: -1"],
      ],
      ["adds", "./b.bats:1", "(in test file ./b.bats, line 1)", '  `@test "adds" { false; }\' failed'],
    ],
  ],
  [
    "prove",
    [
      ["t/a.t > same", null],
      ["t/a.t > inner > deep", null],
      ["t/b.t > same", null],
      ["t/b.t > (no name)", null],
    ],
  ],
  [
    "node-spec",
    [
      [
        ...(["adds two numbers", "node.test.js:3:56"] as const),
        "AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:",
        ...DIFFERENCE,
      ],
      ["does not throw", "math.js:1:49", "TypeError [Error]: no such thing"],
    ],
  ],
  [
    "jest",
    [
      [
        ...(["./a.jest.js > add > adds two numbers", "js/a.jest.js:3:76"] as const),
        ...["expect(received).toEqual(expected) // deep equality", "", "- Expected  - 1", "+ Received  + 1", ""],
        ...["  Object {", '-   "sum": 3,', '+   "sum": -1,', '    "x": 1,', "  }"],
      ],
      ["./a.jest.js > does not throw", "js/math.js:1:49", "TypeError: no such thing"],
    ],
  ],
  [
    "jest-files",
    [
      ["t/slow.test.js > slow", "t/slow.test.js:1:91", "late"],
      ["t/b.test.js > adds > two", "check.js:1:47", "not the same"],
      ["t/a.test.js > adds > two", "check.js:1:47", "not the same"],
      [
        ...(["t/d.test.js > Test suite failed to run", "t/d.test.js:1:21"] as const),
        "Cannot find module './nothing' from 't/d.test.js'",
      ],
    ],
  ],
  [
    "vitest",
    [
      [
        ...(["src/add.test.mjs > add > adds two numbers", "src/add.test.mjs:3:78"] as const),
        ...["AssertionError: expected { sum: -1, x: 1 } to deeply equal { sum: 3, x: 1 }", ""],
        ...["- Expected", "+ Received", "", "  {", '-   "sum": 3,', '+   "sum": -1,', '    "x": 1,', "  }"],
      ],
      ["src/add.test.mjs > does not throw", "src/math.cjs:1:49", "TypeError: no such thing"],
    ],
  ],
  [
    "mocha",
    [
      ["does not throw", "math.js:1:49", "TypeError: no such thing"],
      [
        ...(["add > adds two numbers", "a.mocha.js:3:54"] as const),
        "      AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:",
        ...DIFFERENCE,
      ],
    ],
  ],
  [
    "mocha-colons",
    [
      ["alone", "c/c.js:6:27", "Error: first:", "  second:"],
      ["parse: > one", "c/c.js:3:26", "AssertionError [ERR_ASSERTION]: 1 == 2"],
      ["parse: > deep > a list:", "c/c.js:4:55", "AssertionError [ERR_ASSERTION]: 1 == 2"],
    ],
  ],
  [
    "pytest",
    [
      ["AddTest.test_raises", "calc.py:6", 'raise ValueError("no such thing")', "ValueError: no such thing"],
      [
        ...(["AddTest.test_two", "test_calc.py:10"] as const),
        'self.assertEqual({"sum": calc.add(1, 2)}, {"sum": 3})',
        ...["AssertionError: {'sum': -1} != {'sum': 3}", ...PYTHON_DIFFERENCE],
      ],
      [
        ...(["test_plain", "test_calc.py:17", "assert calc.add(1, 2) == 3", "assert -1 == 3"] as const),
        " +  where -1 = <function add at 0x7f9cc494a980>(1, 2)",
        " +    where <function add at 0x7f9cc494a980> = calc.add",
      ],
    ],
  ],
  [
    "pytest-summary",
    [
      ["test_calc.py::AddTest::test_raises", null, "ValueError: no such thing"],
      ["test_calc.py::AddTest::test_two", null, "AssertionError: {'sum': -1} != {'sum..."],
      ["test_calc.py::test_plain", null, "assert -1 == 3"],
    ],
  ],
  [
    "pytest-collecting",
    [["test_broken.py", "test_broken.py:1", "ModuleNotFoundError: No module named 'nothing_here'"]],
  ],
  [
    "unittest",
    [
      [
        ...(["test_raises (test_calc.AddTest.test_raises)", "calc.py:6"] as const),
        ...['raise ValueError("no such thing")', "ValueError: no such thing"],
      ],
      [
        ...(["test_two (test_calc.AddTest.test_two)", "test_calc.py:10"] as const),
        'self.assertEqual({"sum": calc.add(1, 2)}, {"sum": 3})',
        ...["AssertionError: {'sum': -1} != {'sum': 3}", ...PYTHON_DIFFERENCE],
      ],
    ],
  ],
  [
    "go",
    [
      ["TestAdd/two", "calc_test.go:9", "Add(1, 2) = -1, want 3"],
      ["TestPanic", "calc_test.go:13", `panic: ${NULL}`],
    ],
  ],
  [
    "go-verbose",
    [
      ["TestAdd/two", "calc_test.go:9", "Add(1, 2) = -1, want 3"],
      ["TestPanic", "calc_test.go:13", `panic: ${NULL}`],
    ],
  ],
  [
    "cargo",
    [
      [
        ...(["tests::two", "src/lib.rs:8:16"] as const),
        ...["assertion `left == right` failed: one and two", "  left: -1", " right: 3"],
      ],
      ["tests::boom", "src/lib.rs:10:44", "index out of bounds: the len is 0 but the index is 1"],
    ],
  ],
  [
    "maven",
    [
      [
        ...(["com.example.CalcTest.adds", "CalcTest.java:12"] as const),
        "org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>",
      ],
      ["com.example.CalcTest.throwsUp", "Calc.java:7", "java.lang.IllegalStateException: no such thing"],
    ],
  ],
  [
    "gradle",
    [
      [
        ...(["CalcTest > adds()", "CalcTest.java:12"] as const),
        "org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>",
      ],
    ],
  ],
  [
    "tsc",
    [
      ["TS2322: Type 'number' is not assignable to type 'string'.", "a.ts:1:54"],
      ["TS2554: Expected 2 arguments, but got 1.", "a.ts:2:1"],
    ],
  ],
  [
    "gcc",
    [
      ["expected ‘;’ before ‘}’ token", "a.c:1:37"],
      ["‘undefined_name’ undeclared (first use in this function)", "a.c:2:25"],
    ],
  ],
  [
    "mypy",
    [
      ['Incompatible return value type (got "int", expected "str")  [return-value]', "typed.py:2"],
      ['Argument 1 to "f" has incompatible type "str"; expected "int"  [arg-type]', "typed.py:5"],
    ],
  ],
  [
    "ruff-concise",
    [
      ["F821 Undefined name `foo`", "a.py:1:1"],
      ["E501 Line too long (91 > 88)", "a.py:2:80"],
    ],
  ],
  ["ruff", [["F821 Undefined name `foo`", "a.py:1:1", "1 | foo()", "  | ^^^"]]],
  [
    "eslint",
    [
      ["'x' is assigned a value but never used  no-unused-vars", "lint.js:1:7"],
      ["'foo' is not defined  no-undef", "lint.js:2:1"],
    ],
  ],
  ["go-build", [["undefined: c", "./calc.go:3:37"]]],
  ["python-uncaught", [["RuntimeError: wrapped", "calc.py:6"]]],
  ["node-uncaught", [["AssertionError [ERR_ASSERTION]: -1 == 3", "[eval]:1:19"]]],
])("the output of %s is read: each failing test, where it fails, and how", (output, failures) => {
  const expected = failures.map(([name, place, ...detail]) => ({ name, place, detail }));
  expect(failuresIn(outputOf(output))).toMatchObject(expected);
  expect(failuresIn(outputOf(output))).toHaveLength(expected.length);
});

const ALL = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name), "utf8"));

test("every known kind of output names a failure, and passing output names none", () => {
  for (const output of ALL) expect(failuresIn(output)).not.toEqual([]);
  for (const output of ["", "ok 1 - adds\n1..1\n# fail 0\n", "4 passed in 0.1s\n", "running 1 test\ntest a ... ok\n"])
    expect(failuresIn(output)).toEqual([]);
});

test("a test that is expected to fail is not a failure", () => {
  expect(failuresIn("not ok 1 - later # TODO\nnot ok 2 - never # SKIP\n")).toEqual([]);
  expect(failuresIn("not ok 3 - adds\n#   Failed test 'adds'\n#   at t/a.t line 3.\n")).toEqual([
    { name: "adds", place: "t/a.t:3", detail: ["  Failed test 'adds'", "  at t/a.t line 3."] },
  ]);
});

test("any mixture of lines is read, and reported within its bound", () => {
  const lines = fc.constantFrom(...ALL.flatMap((output) => output.split("\n")));
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 60 }), fc.integer({ min: 200, max: 2_000 }), (mixed, most) => {
      const failures = failuresIn(mixed.join("\n"));
      expect(failureText(failures, most).length).toBeLessThanOrEqual(most);
    }),
  );
});

test("names stay if there is no room for details", () => {
  const failures = Array.from({ length: 40 }, (_, index) => ({
    ...{ name: `test ${index}`, place: `a.js:${index}` },
    detail: ["x".repeat(300)],
  }));
  const text = failureText(failures, 2_000);
  expect(text).toMatch(/^40 failing:\ntest 0 {2}\(a\.js:0\)\n/);
  expect(text).toContain("test 39  (a.js:39)");
});

test("a long value leaves room for the other", () => {
  const value = (line: string) => Array.from({ length: 100 }, () => `      ${line}`);
  const lines = ["not ok 1 is it", "  ---", "    operator: equal", "    expected: |-", ...value("x".repeat(400))];
  const text = failureText(failuresIn([...lines, "    actual: |-", ...value("y"), "  ..."].join("\n")), 6_000);
  expect(text).toMatch(
    /^1 failing:\nis it\n {2}expected:\n(?: {4}x{200}…\n){8} {4}…\n {2}actual:\n(?: {4}y\n){8} {4}…$/,
  );
});

test("a result whose diagnostics were cut off takes none from the next one", () => {
  const lines = ["not ok 1 - one", "  ---", "  duration_ms: 1", "not ok 2 - two", "  ---", "  error: 'wrong'", "  ..."];
  expect(failuresIn(lines.join("\n"))).toMatchObject([
    { name: "one", detail: [] },
    { name: "two", detail: ["wrong"] },
  ]);
});
