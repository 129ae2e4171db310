import fc from "fast-check";
import { expect, test } from "vitest";
import { parseText } from "../../repo-map/src/parser.fixture.ts";
import { changedFile } from "./changed-file.fixture.ts";
import { chosenMutants } from "./chosen-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { mutantsOf } from "./mutants-of.ts";

const EXPRESSIONS = [
  "a",
  "b(1)",
  "c.d",
  "(a + 2)",
  "a - -b(3)",
  "e * 4",
  '"f < g"',
  "a<b",
  "i+-j",
  "c >= 0",
  "(a == b)",
  "h(i % j)",
];
const expression = fc.constantFrom(...EXPRESSIONS);
const both = (words: readonly string[]) =>
  fc.tuple(expression, fc.constantFrom(...words), expression).map((parts) => parts.join(" "));

/** Statements of a language, from how it writes a condition, an expression and statements within. */
interface Grammar {
  readonly name: string;
  readonly grammar: string;
  readonly condition: fc.Arbitrary<string>;
  readonly plain: (value: string) => string;
  readonly block: (head: "if" | "while" | "function", condition: string, body: readonly string[]) => readonly string[];
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
const braces = (functionHead: string) => (head: string, condition: string, body: readonly string[]) => [
  head === "function" ? `${functionHead} {` : `${head} (${condition}) {`,
  ...indented(body),
  "}",
];
const bare =
  (functionHead: string, loop = "while") =>
  (head: string, condition: string, body: readonly string[]) => [
    head === "function" ? `${functionHead} {` : `${head === "while" ? loop : head} ${condition} {`,
    ...indented(body),
    "}",
  ];
const BRACED = { condition: both(["&&", "||"]), plain: (value: string) => `x(${value});` };

const GRAMMARS: readonly Grammar[] = [
  {
    name: "a.py",
    grammar: "python",
    condition: fc.oneof(both(["and", "or", "in", "is not"]), expression),
    plain: (value) => `x = ${value}`,
    block: (head, condition, body) => [
      head === "function" ? "def f(a=1):" : `${head} ${condition}:`,
      ...indented(body.length === 0 ? ["pass"] : body),
    ],
  },
  { ...BRACED, name: "a.js", grammar: "javascript", block: braces("function f(a = 1)") },
  { ...BRACED, name: "a.ts", grammar: "typescript", block: braces("function f(a: 1): 2") },
  { ...BRACED, name: "a.c", grammar: "cpp", block: braces("int f(int a)") },
  { ...BRACED, name: "a.java", grammar: "java", block: braces("long f(int a)") },
  { ...BRACED, name: "a.go", grammar: "go", block: bare("func f(a int) (int, error)", "for") },
  { ...BRACED, name: "a.rs", grammar: "rust", block: bare("fn f(a: u8) -> Result<u8, B>") },
];

const linesOf = ({ condition, plain, block }: Grammar) =>
  fc.letrec<{ statement: readonly string[]; body: readonly string[] }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      expression.map((value) => [plain(value)]),
      fc
        .tuple(
          fc.constantFrom("if" as const, "while" as const, "function" as const),
          fc.oneof(condition, expression),
          tie("body"),
        )
        .map(([head, told, body]) => block(head, told, body)),
      fc.constant([""]),
    ),
    body: fc.array(tie("statement"), { maxLength: 4 }).map((statements) => statements.flat()),
  })).body;

/** A file as an order wrote it: some of its lines stood there before. */
const written = fc.constantFrom(...GRAMMARS).chain((grammar) =>
  linesOf(grammar).chain((lines) =>
    fc.record({
      name: fc.constant(grammar.name),
      grammar: fc.constant(grammar.grammar),
      lines: fc.constant(lines.map((line, index) => (line.trim() === "" ? line : mark(line, index, grammar)))),
      old: fc.option(fc.array(fc.boolean(), { minLength: lines.length, maxLength: lines.length })),
    }),
  ),
);

/** Each line differs from all others, so that it is certain which ones are new. */
const mark = (line: string, index: number, { name }: Grammar) => `${line} ${name === "a.py" ? "#" : "//"} ${index}`;

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** The whole text, from the lines that a mutant names. */
const rebuilt = ({ line, before, after }: Mutant, lines: readonly string[]): string | null => {
  if (line === null || before === null || after === null) return null;
  const count = before.split("\n").length;
  expect(before).toBe(lines.slice(line - 1, line - 1 + count).join("\n"));
  return textOf([...lines.slice(0, line - 1), after, ...lines.slice(line - 1 + count)]);
};

test("every mutant parses, differs from the file and from all others, and only on lines that the order wrote", async () => {
  let [count, sound, files] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(written, async ({ name, grammar, lines, old }) => {
      const after = textOf(lines);
      const before = old === null ? null : textOf(lines.filter((_, index) => old[index]));
      const file = changedFile(name, after, before);
      const isSound = (await parseText(grammar, after, (root) => !root.hasError)) === true;
      files++;
      if (isSound) sound++;
      const mutants = (await mutantsOf(file, parseText)).filter(({ kind }) => kind !== "put_back");
      for (const mutant of mutants) {
        count++;
        const { line, before: lost, text } = mutant;
        expect(text).toBe(rebuilt(mutant, lines));
        expect(text).not.toBe(after);
        const changed = Array.from({ length: lost?.split("\n").length ?? 0 }, (_, row) => (line ?? 0) - 1 + row);
        if (old !== null) expect(changed.filter((row) => old[row] && lines[row] !== "")).toEqual([]);
        if (isSound)
          expect([text, await parseText(grammar, text ?? "", (root) => root.hasError)]).toEqual([text, false]);
      }
      expect(new Set(mutants.map(({ text }) => text)).size).toBe(mutants.length);
      expect(await mutantsOf(file, parseText)).toEqual(await mutantsOf({ ...file }, parseText));
      const chosen = chosenMutants(mutants, 7, "c0ffee");
      expect(chosen).toHaveLength(Math.min(7, mutants.length));
      expect(chosen.every((mutant) => mutants.includes(mutant))).toBe(true);
    }),
    { numRuns: 120 },
  );
  expect(sound / files).toBeGreaterThan(0.5);
  expect(count).toBeGreaterThan(200);
});

test.each([
  ["a.py", "f(a < 1)\n".repeat(20_000)],
  ["a.js", `f(${"a + ".repeat(5_000)}b)\n`],
  ["a.js", `f(${"(".repeat(400)}a < 1${")".repeat(400)})\n`],
  ["a.js", `${"if (a) ".repeat(300)}b()\n`],
  ["a.js", `a("${" ".repeat(400_000)}")\n`],
  ["a.c", `int f() { ${" ".repeat(400_000)} g(); }\n`],
  ["a.py", `\n${" \n".repeat(200_000)}a = 1\n`],
  ["a.js", `x=[${"1,".repeat(200_000)}]\n`],
])("a hostile %s takes no time that its length does not explain", async (name, text) => {
  const started = process.cpuUsage();
  await mutantsOf(changedFile(name, text, "b\n"), parseText);
  expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(20);
});
