import { sha256Hex } from "@llmch/contract";
import { readQuotes } from "@llmch/testkit";
import { expect, test } from "vitest";
import { readCode } from "./code.ts";
import { parseText } from "./parser.fixture.ts";
import { drawMap } from "./repo-map.ts";
import { blocksOfSpec } from "./spec-blocks.ts";
import { specTerms } from "./spec-terms.ts";

type Texts = Readonly<Record<string, string>>;

const mapOf = async (product: Texts, tests: Texts, spec: string) => {
  const all = { ...product, ...tests };
  const files = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ path, blob: sha256Hex(text) }));
  const code = await readCode(files(product), 1_000, new Map(), {
    texts: async (asked, use) => {
      for (const file of asked) use(file, all[file.path] ?? null);
    },
    parse: parseText,
    prepare: () => {},
  });
  const repo = { listing: Object.keys(all), texts: {}, tests: files(tests), spec, code };
  return readQuotes(await drawMap(repo, { mapTokens: 12_000, paths: 400 })).quotes;
};
const textOf = (quotes: Awaited<ReturnType<typeof mapOf>>, label: string) =>
  quotes.find((quote) => quote.label.startsWith(label))?.text ?? "";

/** A large file whose types come long after its beginning. */
const type = (name: string, methods: number) =>
  [
    `class ${name}:`,
    `    def __init__(self, label_of_${name.toLowerCase()}):`,
    "        self.label = 1",
    "",
    ...Array.from({ length: methods }, (_, index) => `    def method_${index}(self):\n        return ${index}\n`),
  ].join("\n");
const CORE = [
  ...Array.from({ length: 60 }, (_, index) => `def early_${index}(argument):\n    """${"words ".repeat(60)}"""\n`),
  type("Context", 20),
  type("Parameter", 12),
  type("Flag", 12),
  "def make_label(text):\n    return text + '!'\n",
].join("\n\n");
const PRODUCT = {
  "src/app/core.py": CORE,
  "src/app/base.py": "def base(): pass\n",
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`src/app/m${index}.py`, "from app.base import base\nbase()\n"]),
  ),
};
const TESTS = {
  "tests/test_core.py": [
    "def test_other():\n    flag = parameter()\n    assert flag\n",
    "def test_hidden_flag(run):\n    assert run(Flag(hidden=True)) == 'hidden'\n",
    "def helper():\n    pass\n",
  ].join("\n\n"),
  "tests/test_base.py": "def test_base():\n    assert True\n",
};
const SPEC =
  "Flags can be hidden: `Flag` takes `hidden`, a hidden `Parameter` has no label, and `make_label` adds a dot.";

test("symbols of the types that the spec is about come first, and are listed completely", async () => {
  const lines = textOf(await mapOf(PRODUCT, TESTS, SPEC), "public symbols").split("\n");
  expect(lines[0]).toBe("src/app/core.py");
  const at = (line: string) => lines.indexOf(line);
  for (const name of ["  class Parameter", "  class Flag", "  def make_label(text)"]) {
    expect(at(name)).toBeGreaterThan(0);
    expect(at(name)).toBeLessThan(at("  class Context"));
  }
  const before = lines.slice(0, at("  class Context"));
  expect(before.filter((line) => line.startsWith("    def method_"))).toHaveLength(24);
  expect(lines).toContain("src/app/core.py (its other symbols)");
  expect(lines).toContain("src/app/base.py");
});

test("the code that the spec names is shown whole, with the tests that share most of its words", async () => {
  const quotes = await mapOf(PRODUCT, TESTS, SPEC);
  const code = textOf(quotes, "code of it: src/app/core.py");
  expect(code).toContain("def make_label(text):\n    return text + '!'");
  expect(code).toContain("class Flag:\n    def __init__(self, label_of_flag):\n        self.label = 1\n");
  expect(code).not.toContain("early_");
  const tests = textOf(quotes, "tests of it: tests/test_core.py");
  expect(tests).toContain("def test_hidden_flag(run):\n    assert run(Flag(hidden=True)) == 'hidden'");
  expect(tests).not.toContain("helper");
});

test("of a large file, what the spec names is shown even if it comes last: its symbols, its code and its tests", async () => {
  const early = Array.from({ length: 1_500 }, (_, index) => `def early_${index}(argument):\n    return ${index}\n`);
  const others = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`src/app/n${index}.py`, `def helper_${index}(): pass\n`]),
  );
  const large = `${early.join("\n")}\nclass Ledger:\n    def settle(self, debt):\n        return debt\n`;
  const tests = { "tests/test_large.py": "def test_settle():\n    assert Ledger().settle(2) == 2\n" };
  const spec = "`Ledger.settle` rounds every debt.";
  const quotes = await mapOf({ ...PRODUCT, ...others, "src/app/large.py": large }, tests, spec);
  expect(textOf(quotes, "public symbols").split("\n").slice(0, 3)).toEqual([
    "src/app/large.py",
    "  class Ledger",
    "    def settle(self, debt)",
  ]);
  expect(textOf(quotes, "code of it: src/app/large.py")).toContain("class Ledger:\n    def settle(self, debt):");
  expect(textOf(quotes, "tests of it: tests/test_large.py")).toContain("assert Ledger().settle(2) == 2");
});

test("a method that is named with its type comes first, then constructors and methods of named types", () => {
  const [flag, method, context] = ["Flag.__init__", "Parameter.method_7", "Context.method_7"].map((place) => {
    const [type = "", name = ""] = place.split(".");
    return { name, type, kind: "function" as const, first: 0, last: 1, head: 0 };
  });
  const terms = specTerms("Change `Parameter.method_7` of every `Flag`.");
  const weightOf = (block: typeof flag) =>
    blocksOfSpec([{ path: "a.py", text: "", blocks: block === undefined ? [] : [block] }], terms)[0]?.weight ?? 0;
  expect(weightOf(method)).toBeGreaterThan(weightOf(flag));
  expect(weightOf(flag)).toBeGreaterThan(weightOf(context));
});

test("if a spec names nothing in the repo, the most depended-on files come first", async () => {
  const quotes = await mapOf(PRODUCT, TESTS, "Make it nicer.");
  expect(textOf(quotes, "public symbols").split("\n").slice(0, 2)).toEqual(["src/app/base.py", "  def base()"]);
  expect(quotes.some(({ label }) => label.includes("of it"))).toBe(false);
});
