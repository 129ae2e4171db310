import { expect, test } from "vitest";
import { answeredSpec } from "./answered-spec.ts";
import { coverageOf } from "./coverage.ts";
import { specSentences } from "./spec-sentences.ts";

const demanded = (spec: string) => specSentences(spec).flatMap(({ text, isDemand }) => (isDemand ? [text] : []));

test.each<[string, string, readonly string[]]>([
  [
    "sentences over several lines",
    "It reads\na file. It prints\nits lines.",
    ["It reads a file.", "It prints its lines."],
  ],
  ["questions and cries", "Is it empty? Then stop! It ends.", ["Is it empty?", "Then stop!", "It ends."]],
  [
    "abbreviations",
    "Units (e.g. km, i.e. lengths) are kept. Dates, times etc. are not. Cf. No. 5 of the list.",
    ["Units (e.g. km, i.e. lengths) are kept.", "Dates, times etc. are not.", "Cf. No. 5 of the list."],
  ],
  ["decimals", "A fee of 2.5 is added. It is 0.30 at least.", ["A fee of 2.5 is added.", "It is 0.30 at least."]],
  [
    "file names and addresses",
    "Write to src/a.b.js and node.js. See https://a.example/x.y?z=1 there. Files end in .md there.",
    ["Write to src/a.b.js and node.js.", "See https://a.example/x.y?z=1 there.", "Files end in .md there."],
  ],
  [
    "points between quotes and backticks",
    'It prints "Done. Bye." and ends. `a. b` is read. It says "No." Then it ends.',
    ['It prints "Done. Bye." and ends.', "`a. b` is read.", 'It says "No."', "Then it ends."],
  ],
  ["names in lower case", "Everybody pays. evenly reads it.", ["Everybody pays.", "evenly reads it."]],
  [
    "an ellipsis",
    "NAME, NAME, ... follow it. It goes on... Then it stops.",
    ["NAME, NAME, ... follow it.", "It goes on...", "Then it stops."],
  ],
  ["a mark in quotes at the end", 'It reads like "*". The rest stays.', ['It reads like "*".', "The rest stays."]],
  [
    "Arabic before its letters, which have no case",
    'الحد هو 12. ثم يتوقف البرنامج بعد b. ثم ينتظر... ثم يطبع "نعم." ثم ينتهي. رئيسه م. أحمد.',
    [...["الحد هو 12.", "ثم يتوقف البرنامج بعد b.", "ثم ينتظر...", 'ثم يطبع "نعم." ثم ينتهي.'], "رئيسه م. أحمد."],
  ],
  [
    "Thai that begins with a sentence",
    "โปรแกรมอ่านไฟล์และพิมพ์ผลรวม\n\nจำนวนเงินทั้งหมดถูกปัดเศษเป็นทศนิยมสองตำแหน่ง\n",
    ["โปรแกรมอ่านไฟล์และพิมพ์ผลรวม", "จำนวนเงินทั้งหมดถูกปัดเศษเป็นทศนิยมสองตำแหน่ง"],
  ],
  [
    "Thai below a title",
    "บัญชี\n\nโปรแกรมอ่านไฟล์และพิมพ์ผลรวม\n\nถ้าไฟล์ว่างเปล่าโปรแกรมจะหยุดทำงาน\n",
    ["โปรแกรมอ่านไฟล์และพิมพ์ผลรวม", "ถ้าไฟล์ว่างเปล่าโปรแกรมจะหยุดทำงาน"],
  ],
  ["one line alone", "Add a greeting", ["Add a greeting"]],
])("splits %s", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    "a letter",
    "Extend calc.\nsub must return a - b.\nmul must return a * b.\ndiv must return a // b.\n",
    ["Extend calc.", "sub must return a - b.", "mul must return a * b.", "div must return a // b."],
  ],
  [
    "a number",
    "It defaults to 10.\nmul returns 4 * 5.\r\ndiv too.",
    ["It defaults to 10.", "mul returns 4 * 5.", "div too."],
  ],
  ["a number before a capital", "It needs version 2.\nIt runs.", ["It needs version 2.", "It runs."]],
  ["a capital letter", "f returns A.\ng returns B.\nH follows.", ["f returns A.", "g returns B.", "H follows."]],
  ["a quoted letter", "f returns `a`.\ng returns (b).\nh ends.", ["f returns `a`.", "g returns (b).", "h ends."]],
  [
    "a word that may be short for another",
    "It says no.\nadd takes the max.\nsub ends.",
    ["It says no.", "add takes the max.", "sub ends."],
  ],
  [
    "a letter in a list",
    "- sub returns a - b.\n  mul returns a * b.\n- div ends.",
    ["sub returns a - b.", "mul returns a * b.", "div ends."],
  ],
])("a point at the end of a line ends a sentence after %s", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    "abbreviations",
    "It takes units, e.g.\nfoo, lengths etc.\nand more, vs.\nNone.",
    ["It takes units, e.g. foo, lengths etc. and more, vs. None."],
  ],
  ["a number of something", "It follows No.\n5 of fig.\n3 there.", ["It follows No. 5 of fig. 3 there."]],
  ["a quote", 'It prints "Done."\nand ends.', ['It prints "Done." and ends.']],
  ["an ellipsis", "NAME, NAME, ...\nfollow it.", ["NAME, NAME, ... follow it."]],
  ["a list's numbers", "1.\nFirst it reads.\n2.\nthen it writes.", ["1. First it reads.", "2. then it writes."]],
  ["a list's letters", "a.\nfirst it reads.\n\nb.\nthen it writes.", ["a. first it reads.", "b. then it writes."]],
  ["no point", "It reads 2\nfiles and a\nfolder.", ["It reads 2 files and a folder."]],
  ["a letter within a line", "It adds a. to b. and ends.", ["It adds a. to b. and ends."]],
])("a line that ends with %s does not end its sentence", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    "headings",
    "# The tool\n\n## Money ##\nIt counts coins.\n\nUse\n===\nIt prints them.",
    ["It counts coins.", "It prints them."],
  ],
  ["headings with numbers", "1. Money\n--------\n    code here\n\n2. Use\n\nIt prints them.", ["It prints them."]],
  ["labels", "Errors\n\n**Output**\n\nFor example:\n\nIt prints a line.", ["It prints a line."]],
  [
    "code",
    "It prints exactly these two lines:\n\n    a line. Another line.\n\n```js\nf(1). Not this one.\n```\n\n- `node a.js`\n- It ends with these two lines:\n      code. more.\n",
    ["It prints exactly these two lines:", "It ends with these two lines:"],
  ],
  ["code that is never closed", "It prints a line.\n\n~~~\nNot this one.\n", ["It prints a line."]],
  [
    "list items",
    "- It adds two numbers.\n- A sum over 10\n  is refused. So is a negative one.\n  * no dependencies\n\n1) First it reads.\n2) Then it writes.",
    [
      "It adds two numbers.",
      "A sum over 10 is refused.",
      "So is a negative one.",
      "no dependencies",
      "First it reads.",
      "Then it writes.",
    ],
  ],
  [
    "a number at a line's start",
    "It needs version\n2. It runs on\n20. Nothing else.",
    ["It needs version 2.", "It runs on 20.", "Nothing else."],
  ],
  [
    "tables",
    "| status | code |\n| --- | --- |\n| 400 | the body is no JSON |\n| 404 | none |\n\nThat is all of it.",
    ["400 | the body is no JSON", "That is all of it."],
  ],
  [
    "front matter, comments, rules and quotes",
    "---\ntitle: A tool.\n---\n<!-- Not this. -->\nIt reads.\n\n***\n\n> It writes too.",
    ["It reads.", "It writes too."],
  ],
  [
    "a badge and a bare address",
    "![build](https://a.example/b.svg)\n\nhttps://a.example/spec\n\nIt reads a file.",
    ["It reads a file."],
  ],
  [
    "what is out of scope",
    "# Goals\nIt reads a file.\n\n## Non-goals\n- It has no window.\n\n## Errors\nIt fails loudly.",
    ["It reads a file.", "It fails loudly."],
  ],
  [
    "line ends of every kind and a common indent",
    "  It reads.\r\n\r\n  It writes too.\r",
    ["It reads.", "It writes too."],
  ],
  [
    "the setting, up to the first sentence that names the product",
    "evenly: split costs\n===\nFriends travel. Everybody pays. evenly splits it. It is fair.\n\nMoney\n---\nIt is whole.",
    ["evenly splits it.", "It is fair.", "It is whole."],
  ],
  [
    "an opening that never names the product",
    "# evenly\nIt splits costs. It is fair.",
    ["It splits costs.", "It is fair."],
  ],
  ["nothing", " \n\n", []],
])("tells %s apart", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test("an odd text is also split", () => {
  for (const spec of [
    "```",
    "---",
    "| a |\n|---|",
    "- ",
    "1. ",
    "\t\t",
    "`",
    '"',
    ".",
    "...",
    "a.".repeat(5_000),
    "- a\n".repeat(5_000),
  ])
    expect(Array.isArray(specSentences(spec))).toBe(true);
});

test.each<[string, string, readonly string[]]>([
  [
    "a title that is no sentence, however long",
    "Let `Cart.total` take a discount code and a currency\n\nIt takes a code.",
    ["It takes a code."],
  ],
  ["a title is all there is", "Let `Cart.total` take a discount", ["Let `Cart.total` take a discount"]],
  [
    "background",
    "It takes a code.\n\nBackground: shops print codes. Today `total` ignores them. Currently unknown codes must fail.",
    ["It takes a code.", "Currently unknown codes must fail."],
  ],
  [
    "motives",
    "Since YAMLMap became a subclass of Array, checks match twice. Because that is slow, callers copy maps. When I parse one today, it throws. When it is empty, it prints nothing. It fails, because it is late. Because of that it must fail. Since 2.0 it is exported.",
    [
      "When it is empty, it prints nothing.",
      "It fails, because it is late.",
      "Because of that it must fail.",
      "Since 2.0 it is exported.",
    ],
  ],
  [
    "asides",
    "It takes a code. (PYTHONPATH matters (a little) when another folder is open.) (Codes never expire) It ends (at once). (A code must be short.) (a) It starts.",
    ["It takes a code.", "(Codes never expire) It ends (at once).", "(A code must be short.)", "(a) It starts."],
  ],
  [
    "notes on how to run",
    "It takes a code.\n\nRunning tests: `npm test` in the root.\n\nRun the tests with `python -m pytest`. The tests are run with pytest. Use `python -m tests` to run the tests. It runs the tests in order.",
    ["It takes a code.", "It runs the tests in order."],
  ],
  [
    "sections on how to run",
    "It takes a code.\n\n## How to run the tests\n\nUse npm for it.\n\n## Codes\n\nA code has six letters.",
    ["It takes a code.", "A code has six letters."],
  ],
])("demands nothing by %s", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    "ticked items with what belongs to them",
    "- [x] T001 It reads.\n  - with a limit of bytes\n\n  It is quick there.\n  - [ ] T002 It writes.\n    - to a file\n- [ ] T003 It\n  ends.\n- [X] T004 It sings.\n- It prints.\n\n1. [x] It counts.\n\nIt stays.",
    ["T002 It writes.", "to a file", "T003 It ends.", "It prints.", "It stays."],
  ],
  [
    "a box without a text, and what is none",
    "- [ ]\n\n- [link](x) is kept\n- [y] is read",
    ["[link](x) is kept", "[y] is read"],
  ],
  [
    "what is struck",
    "~~It sings.~~ It reads ~~slowly~~. ~~It prints. It counts.~~\n\n- ~~a window of its own~~\n- `a ~~ b` is kept, and `~~c`\n- ~~ it is no mark\n\n## ~~Sound~~\n\nIt beeps.\n\n## Files\n\nIt writes.",
    ["It reads ~~slowly~~.", "`a ~~ b` is kept, and `~~c`", "~~ it is no mark", "It writes."],
  ],
  [
    "sections below one that names no goals",
    "# Tool\n\n## 2. Non-Goals\n\nIt sings.\n\n### Sound\n\nIt beeps.\n\n**Later**\n\nIt rings.\n\n## Background\n\nIt was slow.\n\n### Files\n\nIt writes.",
    ["It writes."],
  ],
  [
    "a struck line, and nothing after it",
    "# Tool\n\n~~It is blue.~~\n\nIt is red.\n\n~~Old idea~~\n\nIt is new.",
    ["It is red.", "It is new."],
  ],
  ["a title that sounds like one", "# Out of scope requests\n\n## Answers\n\nIt says 404.", ["It says 404."]],
])("demands nothing by %s", (_, spec, expected) => {
  expect(demanded(spec)).toEqual(expected);
});

test.each([
  ...["Non-goals", "Non goals", "Explicit non-goals", "No goals", "Not a goal", "Out of scope", "Out-of-Scope (v1)"],
  ...["Not in scope", "Won't do", "Won’t have", "Will not do", "Beyond the scope", "Anti-Goals", "🚫 Out of scope"],
  ...["Nicht-Ziele", "Nichtziele", "Kein Ziel", "Keine Ziele", "Außerhalb des Umfangs", "Ausserhalb des Projekts"],
  ...["Nicht im Umfang", "Nicht Teil dieses Auftrags", "3.1 Abgrenzung", "**Abgrenzung:**", "Nicht in Scope"],
])("the section %s names no goals", (name) => {
  expect(demanded(`# Tool\n\n## ${name}\n\n### Mehr\n\n- It sings.\n\n## Files\n\nIt writes.`)).toEqual(["It writes."]);
});

test.each([
  "Goals",
  "Nonsense goals",
  "Ziele",
  "Abgrenzung der Perioden",
  "Scope",
  "Wonted habits",
  "#13 Out of scope pages",
])("the section %s is one of goals", (name) => {
  expect(demanded(`# Tool\n\n## ${name}\n\nIt writes.`)).toEqual(["It writes."]);
});

test("a plan that quotes an item with its box still quotes it", () => {
  const { sentences, strays } = coverageOf("- [ ] T001 It reads.\n- [x] T002 It writes.", [
    { id: "WO-01", fulfils: ["[ ] T001 It reads.", "[x] T002 It writes."] },
  ]) ?? { sentences: [], strays: [] };
  expect([sentences, strays]).toEqual([[{ text: "T001 It reads.", orders: ["WO-01"] }], []]);
});

test("answers to the planner's questions demand nothing, but can be quoted; nor do those of a later round", () => {
  const own = "It adds. It prints\nthe sum";
  const answered = (spec: string, answer: string) => answeredSpec(spec, [{ id: "q1", question: "How?", answer }]);
  const once = answered(own, "In francs.\n\n# Not so\n\nIt must not round.");
  const twice = answered(once, "- As a table.");
  for (const spec of [own, once, twice]) expect(demanded(spec)).toEqual(["It adds.", "It prints the sum"]);
  const texts = specSentences(twice).map(({ text }) => text);
  for (const text of ["In francs.", "It must not round.", "As a table."]) expect(texts).toContain(text);
  // The heading alone, in a user's own words, is no sign of answers.
  expect(demanded("# The user's answers to the planner's questions\n\nIt shows them.")).toEqual(["It shows them."]);
});
