import { describe, expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import type { MutantKind } from "./mutant.ts";
import { mutantsOf } from "./mutants-of.ts";

/** A text, and all mutants of it. */
type Row = readonly [text: string, ...mutants: string[]];

const LETTERS: Readonly<Record<MutantKind, string>> = {
  put_back: "P",
  comparison: "C",
  arithmetic: "A",
  negation: "N",
  dropped: "D",
  early_return: "R",
  comment: "#",
};

/** Each mutant of a new file as the letter of its kind and its lines. */
const mutantsIn = async (name: string, text: string): Promise<readonly string[]> => {
  const mutants = await mutantsOf(changedFile(name, text), parseText);
  return mutants.filter(({ kind }) => kind !== "put_back").map(({ kind, after }) => `${LETTERS[kind]} ${after}`);
};

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  "a.py": [
    ["x(a < b)", "D pass", "C x(a <= b)", "C x(a >= b)"],
    [
      "return_(a <= b > c)",
      "D pass",
      "C return_(a < b > c)",
      "C return_(a > b > c)",
      "C return_(a <= b >= c)",
      "C return_(a <= b <= c)",
    ],
    ["x(a is not b)", "D pass", "C x(a is b)"],
    ["x(a not in b)", "D pass", "C x(a in b)"],
    ["for a in b: pass"],
    ["if a == b: pass", "C if a != b: pass"],
    ["if a: pass", "N if not (a): pass"],
    ["if a := b(): pass", "N if not (a := b()): pass"],
    ["while a and b: pass", "N while not (a and b): pass", "N while a or b: pass"],
    ["while True: pass", "A while False: pass"],
    ["a = b if c else d", "D pass", "N a = b if not (c) else d"],
    ["print(*[a for a in b if c])", "D pass", "N print(*[a for a in b if not (c)])"],
    ["if TYPE_CHECKING: import a"],
    ["a += b", "D pass", "A a -= b"],
    ["a = b // c % d", "D pass", "A a = b * c % d", "A a = b // c * d"],
    ["a = [0, 1_000, 0x10, 1.5]", "D pass", "A a = [1, 1_000, 0x10, 1.5]", "A a = [0, 1001, 0x10, 1.5]"],
    ["a = 'b' + c + f'{d - e:<3}' + 'f'", "D pass", "A a = 'b' + c + f'{d + e:<3}' + 'f'"],
    ["a: int = b", "D pass"],
    ["a: Literal[1, True]"],
    ["__all__ = ['a']"],
    ["import a; from b import c"],
    ["# a < b"],
    ['"""a < b"""'],
    ["@a(1)\nclass B: pass"],
    ["log.info(a)"],
    ["self._logger.debug(a)"],
    ["def f(a: Literal[1] = 2) -> Literal[True]: ...", "A def f(a: Literal[1] = 3) -> Literal[True]: ..."],
    ["def f():\n  'a'\n  # b\n  return g", "R   return None\n  return g"],
    ["def f(): return g", "R def f(): return None; return g"],
    ["async def f():\n\tif a:\n\t\tg()", "R \treturn None\n\tif a:", "N \tif not (a):", "D \t\tpass"],
    ["def f(): return None"],
    ["def f(): pass"],
    ["def f():\n  'a'"],
    ["def f(): raise NotImplementedError('a')"],
  ],
  "a.js": [
    ["x(a === b, c !== d)", "D ;", "C x(a !== b, c !== d)", "C x(a === b, c === d)"],
    ["if (a in b) c", "N if (!(a in b)) c"],
    [
      "if (a && b) c(); else d++",
      "N if (!(a && b)) c(); else d++",
      "N if (a || b) c(); else d++",
      "D if (a && b) ; else d++",
      "D if (a && b) c(); else ;",
    ],
    ["do { } while (a)", "N do { } while (!(a))"],
    [
      "for (let i = 0; i < n; i++) ;",
      "A for (let i = 1; i < n; i++) ;",
      "C for (let i = 0; i <= n; i++) ;",
      "C for (let i = 0; i >= n; i++) ;",
    ],
    ["for (const a of b) ;"],
    ["a = b ? c : d", "D ;", "N a = !(b) ? c : d"],
    ["await a.b()", "D ;"],
    ["a.b *= 2n", "D ;", "A a.b /= 2n", "A a.b *= 3n"],
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code
    ["const a = `b < ${c - d}` + e", "A const a = `b < ${c + d}` + e"],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code
    ["const a = /b < 1/, b = 'a && b'"],
    ["// a < b\n/* a < b */"],
    ["'use strict'"],
    ["import a from 'a'; export * from 'b'"],
    ["import('a').then(b)", "D ;"],
    ["function f() { 'use strict'; g }", "R function f() { 'use strict'; return undefined; g }"],
    ["const f = (a) => a.b", "R const f = (a) => undefined"],
    ["const f = () => ({})", "R const f = () => undefined"],
    ["const f = () => null, g = () => {}"],
    [
      "class A { static a = 1; get b() { return c } #d() {} }",
      "A class A { static a = 2; get b() { return c } #d() {} }",
      "R class A { static a = 1; get b() { return undefined; return c } #d() {} }",
    ],
    ["function* f() { yield* g; }", "R function* f() { return undefined; yield* g; }"],
    ["console.debug(a); logger.warn(b)"],
  ],
  "a.jsx": [
    [
      "const a = <b c={1} d='a < b'>1 &lt; 2 {e && <f/>}</b>",
      "A const a = <b c={2} d='a < b'>1 &lt; 2 {e && <f/>}</b>",
      "N const a = <b c={1} d='a < b'>1 &lt; 2 {e || <f/>}</b>",
    ],
  ],
  "a.ts": [
    ["type A = 1 | true | Array<2>; interface B { c: 1; d(e?: true): 2 }"],
    ["let a: 1 = b as 2"],
    ["declare const a: { b: 1 }"],
    ["f<1>(a!)", "D ;"],
    ["class A<B extends 1> { @c(1) d: 2 | true = e }"],
    ["enum A { B = 1 }", "A enum A { B = 2 }"],
    ["function f(this: 1): true { g }", "R function f(this: 1): true { return undefined as never; g }"],
    ["const f = (): 1 => a", "R const f = (): 1 => (undefined as never)"],
    ["import type { A } from 'a'"],
  ],
  "a.tsx": [["const f = <T,>(a: T): 1 => <b>{a}</b>", "R const f = <T,>(a: T): 1 => (undefined as never)"]],
  "a.go": [
    ['package a; import b "b < c"'],
    ["const a = 1", "A const a = 2"],
    ['type A struct { b [4]int `c:"1"` }'],
    ["var a [4]map[string]int"],
    [
      "func f() { if a := g(); a != nil { h(a) } }",
      "R func f() { return; if a := g(); a != nil { h(a) } }",
      "C func f() { if a := g(); a == nil { h(a) } }",
      "D func f() { if a := g(); a != nil {  } }",
    ],
    [
      "func f() { for a := range b { c += 1 } }",
      "R func f() { return; for a := range b { c += 1 } }",
      "D func f() { for a := range b {  } }",
      "A func f() { for a := range b { c -= 1 } }",
      "A func f() { for a := range b { c += 2 } }",
    ],
    [
      "func (a *A[B]) f(c, d int) ([]int, *E, error) { return g() }",
      "R func (a *A[B]) f(c, d int) ([]int, *E, error) { return *new([]int), *new(*E), *new(error); return g() }",
    ],
    ["func f() (a int, b error) { return g() }", "R func f() (a int, b error) { return; return g() }"],
    ["func f() map[string]int { return g }", "R func f() map[string]int { return *new(map[string]int); return g }"],
    ["func f() error { return nil }"],
    ["func f() {}"],
    ["var a = func() bool { return !b }", "R var a = func() bool { return *new(bool); return !b }"],
    [
      "func f() { if !a { slog.Info(b) } }",
      "R func f() { return; if !a { slog.Info(b) } }",
      "N func f() { if !(!a) { slog.Info(b) } }",
    ],
  ],
  "a.rs": [
    ["use a::b; #[derive(C)] struct D<const N: usize>([u8; 4]);"],
    ["const A: [u8; 2] = [1u8, 0xff];", "A const A: [u8; 2] = [2u8, 0xff];"],
    ["macro_rules! a { () => { 1 < 2 } }"],
    [
      "fn f(a: Vec<T>) -> Option<B<3>> { g::<4>(a.0) }",
      "R fn f(a: Vec<T>) -> Option<B<3>> { return Default::default(); g::<4>(a.0) }",
    ],
    ["fn f() -> io::Result<()> { g() }", "R fn f() -> io::Result<()> { return Ok(Default::default()); g() }"],
    [
      "fn f() { a.push(b); c?; }",
      "R fn f() { return Default::default(); a.push(b); c?; }",
      "D fn f() { ; c?; }",
      "D fn f() { a.push(b); ; }",
    ],
    [
      "fn f() -> bool { if let Some(a) = b { c } else { d } }",
      "R fn f() -> bool { return Default::default(); if let Some(a) = b { c } else { d } }",
    ],
    [
      "fn f() -> u8 { match a { B if c => d, _ => 0 } }",
      "R fn f() -> u8 { return Default::default(); match a { B if c => d, _ => 0 } }",
      "N fn f() -> u8 { match a { B if !(c) => d, _ => 0 } }",
      "A fn f() -> u8 { match a { B if c => d, _ => 1 } }",
    ],
    ["fn f() -> Option<A> { None }"],
    ["fn f() { tracing::debug!(a); }", "R fn f() { return Default::default(); tracing::debug!(a); }"],
    ["#[cfg(test)]\nmod tests { fn f() { a(1 + 2); } }"],
    ["#[test]\n#[ignore]\nfn f() { a(1 + 2); }"],
    ["#[cfg(not(test))]\nconst A: u8 = 1;", "A const A: u8 = 2;"],
    ["/// a < b\nfn f() {}"],
  ],
  "A.java": [
    ["package a; import b.C;"],
    ["@A(1) interface B { @C(2) List<D> e(); }"],
    [
      "class A { @B(1) int c = 2; boolean d = true; }",
      "A class A { @B(1) int c = 3; boolean d = true; }",
      "A class A { @B(1) int c = 2; boolean d = false; }",
    ],
    ["class A { A() { super(); this.b = b; } }", "D class A { A() { super(); ; } }"],
    [
      "class A { void b() { c(); } }",
      "R class A { void b() { if (true) return; c(); } }",
      "D class A { void b() { ; } }",
    ],
    ["class A { Map<B, C> d() { return e; } }", "R class A { Map<B, C> d() { if (true) return null; return e; } }"],
    ["class A { long b() { return c; } }", "R class A { long b() { if (true) return 0; return c; } }"],
    [
      "class A { boolean b() { return c; } abstract boolean d(); }",
      "R class A { boolean b() { if (true) return false; return c; } abstract boolean d(); }",
    ],
    ["class A { Object b() { return null; } }"],
    ['class A { String b = "c < d" + e; }'],
  ],
  "a.c": [
    ["#include <a.h>\n#define B 1\n#if C > 2\n#endif"],
    ["struct a { int b : 3; char c[4]; };"],
    ["int *a = &b; char **c;"],
    [
      "int a(int *b) { return *b * c; }",
      "R int a(int *b) { return 0; return *b * c; }",
      "A int a(int *b) { return *b / c; }",
    ],
    ["void a(void) { b(); }", "R void a(void) { return; b(); }", "D void a(void) { ; }"],
    ["void *a(void) { return b; }", "R void *a(void) { return 0; return b; }"],
    [
      "static int a(void) { if (b) return c; }",
      "R static int a(void) { return 0; if (b) return c; }",
      "N static int a(void) { if (!(b)) return c; }",
    ],
    ["int a = sizeof(int) * 2;", "A int a = sizeof(int) / 2;", "A int a = sizeof(int) * 3;"],
    ["__attribute__((aligned(8))) int a;"],
  ],
  "a.cpp": [
    ["template <int N = 1> using a = b<2>; using namespace c;"],
    ["std::vector<int, 3> a(b);"],
    ["A::A() : b(c) { d(); }", "R A::A() : b(c) { return; d(); }", "D A::A() : b(c) { ; }"],
    ["std::string a() const { return b; }", "R std::string a() const { return {}; return b; }"],
    ["void a() { if (int b = c()) d; while (e; f) ; }", "R void a() { return; if (int b = c()) d; while (e; f) ; }"],
    [
      "bool operator<(const A &b) const { return c and d; }",
      "R bool operator<(const A &b) const { return {}; return c and d; }",
      "N bool operator<(const A &b) const { return c or d; }",
    ],
  ],
  "a.sh": [["if [ $a -lt 1 ]; then b; fi"]],
};

for (const [name, rows] of Object.entries(TABLES))
  describe(name, () => {
    test.each(rows)("%j", async (text, ...mutants) => {
      expect(await mutantsIn(name, text)).toEqual(mutants);
    });
  });

describe("the file put back", () => {
  const putBack = async (name: string, after: string, before: string | null = null) => {
    const mutants = await mutantsOf(changedFile(name, after, before), parseText);
    return mutants.filter(({ kind }) => kind === "put_back").map(({ line, text }) => [line, text]);
  };

  test.each([
    ["a.py", "a\n", null],
    ["a.py", "a\n", "b\n"],
    ["a.sh", "a\n", "b\n"],
    ["a.ts", "import b from 'b'\nexport const a = b\n", null],
    ["a.go", "// Code generated by b. DO NOT EDIT.\npackage a\n", null],
    ["a/__init__.py", "from .b import c\nd = c\n", null],
    ["a.js", "import './b.js'\nc()\n", null],
    ["a.py", "if a:\n  b\nc\n", "if a:\n  b\n  c\n"],
    ["a.py", "syntax error here (\n", "b\n"],
  ])("%s: %j instead of %j", async (name, after, before) => {
    expect(await putBack(name, after, before)).toEqual([[null, before]]);
  });

  test.each([
    ["no code", "README.md", "a\n", null],
    ["an empty file", "a/__init__.py", "\n", null],
    ["a comment or docstring only", "a/__init__.py", '"""a"""\n# b\n', null],
    ["a test", "test_a.py", "a\n", null],
    ["what tests use", "tests/conftest.py", "a\n", null],
    ["code with its tests", "a.rs", "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n", null],
    ["names of other files", "a/__init__.py", '"""a"""\nfrom .b import c\n\n__all__ = ["c"]\n', null],
    ["the same in JavaScript", "a.js", "import { b } from './b.js'\nexport { b }\nexport * from './a.js'\n", null],
    ["the same code with other comments", "a.py", "# b\na()  # c\n", "a()\n\n\n"],
    [
      "nothing but types",
      "a.ts",
      "// a\nimport type { B } from './b.ts'\nexport interface A { b: B }\ntype C = 1\n",
      null,
    ],
  ])("not for %s", async (_, name, after, before) => {
    expect(await putBack(name, after, before)).toEqual([]);
  });
});

test("only lines that the order wrote are made wrong, and whole statements only if it wrote all of their lines", async () => {
  const before = "a = 1\nb = 2\nc(\n  3,\n)\n";
  const after = "a = 1\nb = 4\nc(\n  5,\n)\nd = [\n  6,\n]\n";
  const [, ...mutants] = await mutantsOf(changedFile("a.py", after, before), parseText);
  expect(mutants.map(({ kind, line, before, after }) => [LETTERS[kind], line, before, after])).toEqual([
    ["D", 2, "b = 4", "pass"],
    ["A", 2, "b = 4", "b = 5"],
    ["A", 4, "  5,", "  6,"],
    ["D", 6, "d = [\n  6,\n]", "pass"],
    ["A", 7, "  6,", "  7,"],
  ]);
});

test("a mutant tells the function around it", async () => {
  const text = "a = 1\nclass B:\n  def c(self):\n    def d(): return 2\n    return 3\n";
  const [, ...mutants] = await mutantsOf(changedFile("a.py", text), parseText);
  expect(mutants.map(({ line, within }) => `${line} ${within}`)).toEqual([
    "1 null",
    "1 null",
    "4 c",
    "4 c",
    "4 c",
    "5 c",
  ]);
});

test("what is written without spaces still parses", async () => {
  expect(await mutantsIn("a.js", "a(b+-c, d+e)")).toEqual(["D ;", "A a(b- -c, d+e)", "A a(b+-c, d-e)"]);
  expect(await mutantsIn("a.c", "int a = b**c;")).toEqual(["A int a = b/ *c;"]);
  expect(await mutantsIn("a.py", "if(a): pass")).toEqual(["N if(not (a)): pass"]);
});

test("in a text with syntax that the parser does not know, the rest is made wrong", async () => {
  expect(await mutantsIn("a.py", "a = 1\nx = ) 2\nb = 3\n")).toContain("A b = 4");
});

test("line ends stay as they are", async () => {
  const [, dropped] = await mutantsOf(changedFile("a.py", "a()\r\nb\r\n"), parseText);
  expect(dropped).toMatchObject({ before: "a()\r", after: "pass\r", text: "pass\r\nb\r\n" });
});
