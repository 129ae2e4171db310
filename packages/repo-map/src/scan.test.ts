import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES, languageOf } from "./languages/languages.ts";
import { nameHash, scanText } from "./scan.ts";

const scanned = (path: string, text: string) => {
  const language = languageOf(path);
  if (language === null) throw new Error(`${path} is of no known language`);
  const { defines, mentions } = scanText(text, language);
  const has = (hashes: readonly number[]) => (name: string) => hashes.includes(nameHash(name, language.family));
  return { defines: has(defines), mentions: has(mentions) };
};

describe("the definitions and mentions", () => {
  test.each([
    ["a.py", "class Box:\n    def open_it(self, key): return helper(key)", "Box open_it", "helper key self"],
    ["a.ts", "export const open = (key: Key) => help(key);\n  const inner = 1;", "open", "Key help key inner"],
    ["a.js", "function* walk(tree) {}\nexport class Tree {}", "walk Tree", "tree"],
    [
      "a.go",
      "func (s *Store) Open(key string) {\n\tlook(key)\n}\ntype Store struct{}",
      "Open Store",
      "look key string",
    ],
    ["a.rs", "impl Store {\n    pub fn open(&self) { look() }\n}\nstruct Key;", "open Key", "Store look"],
    ["A.java", "public class Store {\n  void open() { look(); }\n}", "Store", "open look void"],
    ["a.c", "int open_it(int key) {\n  look(key);\n}\n#define LIMIT 3", "open_it LIMIT", "look key"],
    ["a.cpp", "namespace box {\n  class Lid {};\n}\nint Lid::turn(int key) {}", "box Lid turn", "key"],
    ["a.sh", "open_it() {\n  look\n}\nfunction shut { :; }", "open_it shut", "look"],
  ])("in %s", (path, text, defined, mentioned) => {
    const { defines, mentions } = scanned(path, text);
    expect(defined.split(" ").filter((name) => !defines(name))).toEqual([]);
    expect(mentioned.split(" ").filter((name) => !mentions(name) || defines(name))).toEqual([]);
  });

  test.each([
    [
      "a.py",
      "# word\n",
      "class Option(Parameter):\n    async def late_one(self): return helper()",
      "Option late_one",
      "helper",
    ],
    [
      "a.js",
      "// word\n",
      "export default class Option {}\nfunction* walk() {}\n  const inner = 1;",
      "Option walk",
      "inner",
    ],
    ["a.rs", "// word\n", "impl Store {\n    pub async fn late_one() {}\n}", "late_one", "Store"],
  ])("deep inside a long %s, only definitions", (path, line, text, defined, others) => {
    const { defines, mentions } = scanned(path, line.repeat(3_000) + text);
    expect(defined.split(" ").filter((name) => !defines(name))).toEqual([]);
    expect(others.split(" ").filter((name) => defines(name) || mentions(name))).toEqual([]);
  });

  test("names differ between language families", () => {
    expect(nameHash("open", "python")).not.toBe(nameHash("open", "rust"));
  });

  test("any text is scanned, the same way each time and within bounds", () => {
    const pieces = fc.constantFrom(
      "def ",
      "class ",
      "name",
      "other(",
      "\n",
      "\t",
      "é",
      "😀",
      "\ud800",
      "0",
      "$",
      "*",
      "#",
    );
    const anyText = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom(...LANGUAGES), (text, language) => {
        const once = scanText(text, language);
        expect(scanText(text, language)).toEqual(once);
        expect(once.defines.length).toBeLessThanOrEqual(5_000);
        expect(once.mentions.length).toBeLessThanOrEqual(256);
      }),
    );
  });
});
