import { Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultInWords } from "./fault-in-words.fixture.ts";
import { javascriptReader } from "./javascript-reader.ts";
import { mutatedCode } from "./mutated-code.fixture.ts";

const reader = javascriptReader();

/** Programs that some version of Node supported by llmch accepts, possibly with its options. */
const TAKEN = [
  "console.log(1)",
  "import { slug } from './src/slug.js'; if (slug('A b') !== 'a-b') process.exit(1)",
  "import a from './a.json' with { type: 'json' }; a.b",
  "import a from './a.json' assert { type: 'json' }; a.b",
  "await import('./src/a.mjs')",
  "const { a } = await import('./a.mjs'); const fs = require('fs'); a(fs)",
  "const assert = require('node:assert'); assert.equal(1, 1)",
  "with (a) {}",
  "var await = 1; await + 1",
  "for await (const line of process.stdin) console.log(line)",
  "x = 010",
  "a?.b ?? (c ||= d)",
  "label: for (;;) break label",
  "/(?<year>\\d+)-\\k<year>/v.test('')",
  "class A { #a = 1; static { A.b = new A().#a } }",
  "#!/usr/bin/env node\n1",
  "<!-- a comment of old\n1",
  "const x: number = 1",
  "function f(a?: string): string { return a! }",
  "interface A { b: string } console.log(1)",
  "type A = { b: string }; console.log(1)",
  "console.log(a as string)",
  "import type { A } from './a.ts'; console.log(1)",
  "export { a }; const a = 1",
  "import.meta.url",
  "if (f() = 1) g()",
  "class A { a = 01 }",
  "",
  `${"(".repeat(1_000)}1`,
];

const REFUSED: readonly (readonly [code: string, fault: RegExp])[] = [
  ["console.log(1", /^Unexpected token \(line 1, column 14\)$/],
  ["console.log('a)", /^Unterminated string constant \(line 1, column 13\)/],
  ["if (a { b }", /Unexpected token/],
  ["if (a) { b", /Unexpected token/],
  ["const a = 1; const a = 2", /already been declared/],
  ["let x = ;", /Unexpected token/],
  ["return 1", /outside of function/],
  ["import { a from './a.js'", /Unexpected token/],
  ["import a from './a.js'; return a", /outside of function/],
  ["a => { await b }", /Unexpected token/],
  ["def f(): pass", /Unexpected token/],
  ["assert.equal(a, 1))", /Unexpected token/],
  ["`${a`", /Unexpected token|Unterminated/],
  ["/(/.test(a)", /Invalid regular expression/],
  ["\n\n  ]", /\(line 3, column 3\)/],
];

test.each(TAKEN)("accepts %j", (code) => expect(reader.syntaxFault(code)).toBeNull());
test.each(REFUSED)("rejects %j", (code, fault) => expect(faultInWords(reader.syntaxFault(code))).toMatch(fault));

const V8_TAKES = (code: string): boolean => {
  try {
    new Script(code);
    return true;
  } catch {
    return false;
  }
};

test("rejects nothing that V8 accepts, however a program is mutated", () => {
  const pieces = fc.constantFrom(
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "`",
    "${",
    ";",
    ",",
    "=>",
    "=",
    " in ",
    "/",
    "0",
    "a",
    "\n",
    ".",
    ":",
    "?",
    "async ",
    "#",
    "\\",
  );
  const mutated = mutatedCode(TAKEN.slice(0, -1), pieces, 4);
  fc.assert(
    fc.property(mutated, (code) => {
      fc.pre(V8_TAKES(code));
      expect(reader.syntaxFault(code)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

describe("certain imports", () => {
  test.each<[code: string, imports: readonly string[]]>([
    ["import a from './a.js'; import 'node:fs'; export * from './b.js'", ["./a.js", "node:fs", "./b.js"]],
    ["const { a } = await import('./a.mjs'); a()", ["./a.mjs"]],
    ["import('./a.mjs').then(({ a }) => process.exit(a()))", ["./a.mjs"]],
    ["const a = require('./a'); const b = require(name)", ["./a"]],
    ["import(`./\x24{name}.js`)", []],
    ["assert.rejects(import('./gone.js'))", []],
    ["() => import('./later.js')", []],
    ["if (fs.existsSync('a.js')) require('./a.js')", []],
    ["fs.writeFileSync('a.js', ''); require('./a.js')", []],
    ["try { require('./a.js') } catch {}", []],
    ["import('./a.js').catch(() => process.exit(0))", []],
    ["import a from './a.js'; a().catch(b)", ["./a.js"]],
    ["import a from", []],
  ])("of %s", (code, imports) => expect(reader.imports(code)).toEqual(imports));
});

describe("a call that decides where nothing waits", () => {
  const LATE = "import('./a.mjs').then(({ a }) => { if (a() !== 3) process.exit(1); })";
  test.each<[code: string, part: string | null]>([
    [LATE, LATE],
    [`await ${LATE}`, null],
    [`const done = ${LATE}; await done`, null],
    [`process.exit(await ${LATE})`, null],
    ["const { a } = await import('./a.mjs'); assert.equal(a(), 3)", null],
    ["(async () => { assert.equal(await a(), 3); })()", "(async () => { assert.equal(await a(), 3); })()"],
    ["(() => { assert.equal(a(), 3); })()", null],
    ["async function main() { assert(await a()); } main()", "main()"],
    ["const main = async () => { assert(await a()); }; await main()", null],
    [
      "require('./a').f((error, value) => assert.equal(value, 3))",
      "require('./a').f((error, value) => assert.equal(value, 3))",
    ],
    ["require('./a').f((error, value) => console.log(value))", null],
    ["[1, 2].forEach((each) => assert(f(each)))", null],
    ["assert.throws(() => { assert(f(1)); })", null],
    ["assert.rejects(f(1))", "assert.rejects(f(1))"],
    ["await assert.rejects(f(1))", null],
    ["setTimeout(() => process.exit(1), 5000).unref(); assert(f(1))", null],
    ["test('a', async () => { f(1).then((a) => assert(a)); })", "f(1).then((a) => assert(a))"],
    ["test('a', () => f(1).then((a) => assert(a)))", null],
    ["await new Promise((go) => server.listen(0, () => { assert(f(1)); go(); }))", null],
    ["f((", null],
  ])("of %s", (code, part) => expect(reader.unproved?.(code)).toBe(part));
});
