import { expect, test } from "vitest";
import { languageOf } from "./languages/languages.ts";
import { blocksIn } from "./outline.ts";
import { parseText } from "./parser.fixture.ts";

const blocks = async (path: string, text: string) => {
  const language = languageOf(path);
  if (language === null) throw new Error(path);
  const found = await parseText(language.grammar, text, (root) => blocksIn(root, text));
  return (found ?? []).map(
    ({ name, type, kind, first, last, head }) =>
      `${kind} ${type === null ? "" : `${type}.`}${name} ${first}-${last} ${head}`,
  );
};

test.each<[string, string, readonly string[]]>([
  [
    "a.py",
    "import os\n\n@one\n@two(3)\nclass Box(Base):\n    size = 1\n\n    @property\n    def lid(\n        self,\n    ):\n        def inner(): pass\n        return 1\n\n\ndef run(): pass\n",
    ["type Box 2-12 4", "function Box.lid 7-12 10", "function run 15-15 15"],
  ],
  [
    "a.js",
    "export class Box {\n  open() {\n    return 1;\n  }\n  shut = () => 2;\n}\nexport const run = () => {\n  x();\n};\nBox.prototype.turn = function () {};\nexports.go = () => 1;\n",
    [
      "type Box 0-5 0",
      "function Box.open 1-3 1",
      "function Box.shut 4-4 4",
      "function run 6-8 6",
      "function turn 9-9 9",
      "function go 10-10 10",
    ],
  ],
  ["a.ts", "interface A {\n  b: string;\n}\nexport type C = string;\n", ["type A 0-2 0", "type C 3-3 3"]],
  [
    "a.test.js",
    "describe('box', () => {\n  test('opens', () => {\n    a();\n  });\n});\nit.each([1])('shuts', () => {});\n",
    ["test 'opens' 1-3 3", "test 'shuts' 5-5 5"],
  ],
  ["a.go", "type Store struct{}\n\nfunc (s *Store) Open() {\n}\n", ["type Store 0-0 0", "function Store.Open 2-3 2"]],
  ["a.rs", "impl Store {\n    fn open() {}\n}\n", ["type Store 0-2 0", "function Store.open 1-1 1"]],
  ["A.java", "class A {\n  void b() {\n  }\n}\n", ["type A 0-3 0", "function A.b 1-2 1"]],
  ["a.c", "static int *open_it(int key)\n{\n  return 0;\n}\n", ["function open_it 0-3 0"]],
  ["a.sh", "open_it() {\n  :\n}\n", ["function open_it 0-2 0"]],
])("the definitions of %s", async (path, text, expected) => expect(await blocks(path, text)).toEqual(expected));
