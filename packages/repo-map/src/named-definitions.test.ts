import { readQuotes } from "@llmch/testkit";
import { utf8Length } from "@llmch/text";
import { expect, test } from "vitest";
import { mapOf } from "./repo-map.fixture.ts";

type Texts = Readonly<Record<string, string>>;

/** The first page of a repo with these texts, of 6,000 bytes. */
const pageOf = (texts: Texts, spec: string): Promise<string> => mapOf(texts, { bytes: 6_000, spec });
const quotesOf = async (texts: Texts, spec: string) =>
  Object.fromEntries(readQuotes(await pageOf(texts, spec)).quotes.map(({ label, text }) => [label, text]));

const MAP = `import { Collection } from "./collection.ts";

/** A map. */
export class YAMLMap extends Collection {
  static from(pairs: string): YAMLMap {
    return new YAMLMap(pairs);
  }

  add(pair: string, overwrite?: boolean): void {
    this.items.push(pair);
  }
}
`;
const DOCUMENT = `export class Document {
  setSchema(add: string): void {
    this.schema = add;
  }
  addIn(path: string): void {}
}
`;
const PARSER = `from typing import overload

class Lark:
    @overload
    def parse(self, text: str) -> str: ...
    @overload
    def parse(self, text: bytes) -> bytes: ...

    def parse(self, text):
        tree = self.parser.run(text)
        return tree

    def open(self):
        pass
`;

test("a map shows the methods that the spec names, and neither what shares their words nor stubs of overloads", async () => {
  const texts = { "src/map.ts": MAP, "src/document.ts": DOCUMENT, "lark/lark.py": PARSER };
  const quotes = await quotesOf(
    texts,
    "`YAMLMap.add` takes a schema. Lark.parse() does so in a document, see docs/a.md.",
  );
  expect(quotes["definition in src/map.ts"]).toContain("this.items.push(pair);");
  expect(quotes["definition in src/map.ts"]).not.toContain("static from");
  expect(quotes["definition in lark/lark.py"]).toContain("tree = self.parser.run(text)");
  expect(quotes["definition in lark/lark.py"]).not.toContain("@overload");
  expect(Object.keys(quotes).join()).not.toMatch(/document|public symbols|tests/);
});

test.each([
  ["a function of a module", "`store.close` must flush.", "src/store.py", "def close():\n    flush()\n", "flush()"],
  [
    "a call",
    "After bind() nothing is read.",
    "src/net.js",
    "export function bind(port) {\n  listen(port);\n}\n",
    "listen(port)",
  ],
  ["a name alone", "Let `build` be lazy.", "src/b.go", "package b\n\nfunc build() {\n\tmake()\n}\n", "make()"],
])("it finds %s", async (_, spec, path, text, shown) => {
  expect(
    (await quotesOf({ [path]: text, "src/other.js": "export const x = 1;\n" }, spec))[`definition in ${path}`],
  ).toContain(shown);
});

test("a common word names no definition, unless it is the only one outside of types", async () => {
  const texts = {
    "lark/lark.py": PARSER,
    "lark/lexer.py": "class TextSlice:\n    def start(self):\n        return 1\n",
    "lark/environ.py": "def bind_to_environ():\n    value()\n",
    "lark/tools.py": "def parse(text):\n    return text\n\ndef value():\n    return 2\n",
  };
  const shown = async (spec: string) =>
    Object.entries(await quotesOf(texts, spec)).flatMap(([label, text]) =>
      label.startsWith("definition") ? [/(?:def|class) (\w+)/.exec(text)?.[1]] : [],
    );
  expect(await shown("TextSlice goes to bind_to_environ, and start_pos of lark/lark_parser.py stays.")).toEqual([
    "TextSlice",
    "bind_to_environ",
  ]);
  expect(await shown("`parse` takes `start`, and parse() a value and start().")).toEqual([]);
  expect(await shown("Change `value` and lark_value.")).toEqual(["value"]);
});

test.each([
  [
    "pyproject.toml",
    (rest: string) => `[project]\n${rest}\n[tool.pytest.ini_options]\naddopts = "-q"\n`,
    'addopts = "-q"',
  ],
  ["setup.cfg", (rest: string) => `[metadata]\n${rest}\n[tool:pytest]\ntestpaths = t\n`, "testpaths = t"],
  ["package.json", (rest: string) => JSON.stringify({ name: rest, scripts: { test: "jest -i" } }), '"test": "jest -i"'],
  [
    "vitest.config.ts",
    (rest: string) => `${rest.slice(0, 1_500)}\nexport default { test: { dir: "t" } };\n`,
    '{ dir: "t" }',
  ],
])("what %s says of tests is never cut", async (path, textOf, said) => {
  const texts = {
    [path]: textOf("a = 1 # ".repeat(900)),
    "README.md": "# Long\n".repeat(900),
    Makefile: "all:\n".repeat(900),
  };
  const map = await mapOf(texts, { bytes: 3_000, spec: "" });
  expect(map).toContain(said);
  expect(utf8Length(map)).toBeLessThanOrEqual(3_000);
});

test("manifests and the configuration of runners are whole, and the folder that the spec names is listed", async () => {
  const config = `export default { test: { ${"// a rule\n".repeat(40)} environment: "edge" } };\n`;
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`a/b/f${index}.ts`, ""]));
  const deep = { "packages/core/src/deep/parts/one.ts": "", "packages/core/src/deep/parts/two.ts": "" };
  const spec = "Change packages/core/src/deep/parts/one.ts alone.";
  const texts = {
    ...many,
    ...deep,
    "package.json": '{"name": "a"}\n',
    "vitest.config.ts": config,
    "README.md": "# Long\n".repeat(900),
  };
  const quotes = await quotesOf(texts, spec);
  expect(quotes["file vitest.config.ts"]).toBe(config.trimEnd());
  expect(quotes["file package.json"]).toBe('{"name": "a"}');
  expect(quotes.listing).toContain("packages/core/src/deep/parts/two.ts");
  expect(utf8Length(await pageOf(texts, spec))).toBeLessThanOrEqual(6_000);
});
