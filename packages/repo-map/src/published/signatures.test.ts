import { describe, expect, test } from "vitest";
import { outlineOf } from "../definitions.ts";
import { parseText } from "../parser.fixture.ts";
import { signaturesIn, sourcesToSign } from "./signatures.ts";

describe("a signature is whole, on one line, without comments, body and value", () => {
  test.each<[path: string, text: string, signatures: readonly string[]]>([
    [
      "a.ts",
      "export const total = async (\n  cart: Cart, // all of it\n  net = { a: 1 },\n): Promise<number> => {\n  return 1;\n};",
      ["export const total = async (cart: Cart, net = { a: 1 }): Promise<number>"],
    ],
    [
      "b.ts",
      "export function add(a: number, b: number): number {\n  return a;\n}",
      ["export function add(a: number, b: number): number"],
    ],
    [
      "c.ts",
      "export class A<T> extends B { m(): T { return this.x } n(a: T) {} }",
      ["export class A<T> extends B", "m(): T", "n(a: T)"],
    ],
    [
      "d.ts",
      "export type Item = {\n  id: string;\n};\nexport type Id = string | number;\nexport const LIMIT = 3;",
      ["export type Item", "export type Id = string | number", "export const LIMIT"],
    ],
    [
      "a.py",
      "async def add(\n    a: int,\n    b: int = 1,\n) -> int:\n    return a\nLIMIT: int = 3\nclass A(B): pass\ndef c(): return 1\ndef d(a):  # all\n    # type: (int)\n    pass",
      ["async def add(a: int, b: int = 1) -> int", "LIMIT: int", "class A(B)", "def c()", "def d(a)"],
    ],
    [
      "a.go",
      "package a\nfunc (s *Store) Get(\n\tid string,\n) (Item, error) {\n\treturn 1\n}\ntype Store struct {\n\tx int\n}\ntype Id = string",
      ["func (s *Store) Get(id string) (Item, error)", "type Store struct", "type Id = string"],
    ],
    [
      "a.rs",
      "pub struct A {\n  x: u8,\n}\nimpl A {\n  pub fn new(x: u8) -> Self {\n    A { x }\n  }\n}",
      ["pub struct A", "impl A", "pub fn new(x: u8) -> Self"],
    ],
    [
      "A.java",
      "public class A {\n  public int add(\n      int a,\n      int b) {\n    return a;\n  }\n}",
      ["public class A", "public int add(int a, int b)"],
    ],
    ["a.cc", "int add(int a,\n        int b) {\n  return a;\n}", ["int add(int a, int b)"]],
    ["a.sh", "greet() {\n  echo hi\n}", ["greet()"]],
  ])("%s", async (path, text, signatures) => {
    const outline = await outlineOf(path, text, parseText);
    expect(outline?.definitions.map(({ signature }) => signature)).toEqual(signatures);
  });
});

describe("what is published is told by path", () => {
  test.each<[path: string, text: string, told: readonly string[]]>([
    [
      "a.ts",
      "export const add = (a: number): number => a;\nconst own = () => 1;\nexport class Cart {\n  private x() {}\n  total(net: boolean): number { return 1 }\n}",
      ["add(a: number): number", "class Cart", "Cart.total(net: boolean): number"],
    ],
    [
      "a.js",
      "function add(a) { return a }\nfunction own() {}\nasync function drop(a) {}\nmodule.exports = { add };\nexports.drop = drop;\nexports.put = function (a, b) {};",
      ["add(a)", "async drop(a)", "put(a, b)"],
    ],
    ["b.js", "function add(a) {}\nfunction own() {}\nexport { add as plus };", ["add(a)"]],
    [
      "a.py",
      "def add(a):\n    pass\ndef _own():\n    pass\nclass A:\n    def __init__(self, a):\n        pass\n    def __repr__(self):\n        pass",
      ["add(a)", "class A", "A.__init__(self, a)"],
    ],
    ["a.go", "package a\nfunc (s *Store) Get(id string) Item {\n}\nfunc own() {}", ["Store.Get(id string) Item"]],
    ["a.rs", "pub fn add(a: u8) -> u8 { a }\nfn own() {}", ["add(a: u8) -> u8"]],
    [
      "A.java",
      "public class A {\n  public static int add(int a) { return a; }\n  int own() { return 1; }\n}",
      ["class A", "int A.add(int a)"],
    ],
    ["test_a.py", "def add(a):\n    pass", []],
  ])("%s", async (path, text, told) => {
    const expected = told.length === 0 ? "" : [path, ...told.map((line) => `  ${line}`)].join("\n");
    expect(await signaturesIn([{ path, text }], "", parseText)).toBe(expected);
  });
});

const FILES = [
  { path: "src/a.ts", text: "export const first = (a: string) => 1;\nexport const dropOldItems = (a: string) => 1;" },
  { path: "src/b.ts", text: "export const importStock = (a: string) => 1;" },
];

test("what the sentences name comes first, and the rest as far as there is room", async () => {
  const shown = (room: number) =>
    signaturesIn(FILES, "Importing is not it: `import` raises the stock of each item.", parseText, room);
  expect(await shown(6_144)).toBe(
    "src/b.ts\n  importStock(a: string)\nsrc/a.ts\n  dropOldItems(a: string)\n  first(a: string)",
  );
  expect(await shown(90)).toBe("src/b.ts\n  importStock(a: string)\n(2 more signatures left out)");
  expect(await shown(125)).toBe(
    "src/b.ts\n  importStock(a: string)\nsrc/a.ts\n  dropOldItems(a: string)\n(1 more signature left out)",
  );
});

test("no line of the code is said", async () => {
  const lines = new Set(FILES.flatMap(({ text }) => text.split("\n")));
  const told = await signaturesIn(FILES, "", parseText);
  expect(told.split("\n").filter((line) => lines.has(line.trim()))).toEqual([]);
});

test("files are read if they are the product's code, those that the sentences name first", () =>
  expect(
    sourcesToSign(["a.py", "README.md", "stock_import.py", "test_stock.py", "vendor/x/a.py"], "Import the stocks."),
  ).toEqual(["stock_import.py", "a.py"]));
