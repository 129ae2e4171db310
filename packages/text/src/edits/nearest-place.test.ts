import { describe, expect, test } from "vitest";
import { editFaultWords } from "./edit-faults.ts";
import { lineDiff } from "./line-diff.ts";
import { nearestPlace } from "./nearest-place.ts";

const CODE = [
  "import { round } from './round.js';",
  "",
  "export const total = (cart) => {",
  "  let sum = 0;",
  "  for (const item of cart) sum += item.price;",
  "  return round(sum);",
  "};",
  "",
  "export const count = (cart) => {",
  "  let sum = 0;",
  "  for (const item of cart) sum += item.amount;",
  "  return sum;",
  "};",
].join("\n");

describe("the nearest place", () => {
  test.each<[string, string, number | null]>([
    ["is the line that shares the rarest words", "for (const x of cart) sum += x.amount;", 11],
    [
      "is the run of lines that shares the most",
      "  let sum = 0;\n  for (const each of cart) sum += each.amount;\n  return sum;",
      10,
    ],
    ["is the first of those that are alike", "  let sum = 1;", 4],
    ["passes over white space", "export const  total=(cart)  => {", 3],
    ["ends where the file ends", "};\n\nexport const more = 1;", 7],
    ["is none where nothing is shared", "§§§ nothing", null],
    ["is none for an empty line", "\n", null],
  ])("%s", (_, sought, line) => {
    expect(nearestPlace(CODE, sought)?.line ?? null).toBe(line);
  });
});

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [["a"], ["b"], ["- a", "+ b"]],
  [
    ["a", "b", "c"],
    ["a", "x", "c"],
    ["  a", "- b", "+ x", "  c"],
  ],
  [
    ["a", "b"],
    ["a", "n", "b"],
    ["  a", "+ n", "  b"],
  ],
  [
    ["a", "b", "c", "d", "e"],
    ["a", "b", "c", "d", "x"],
    ["  d", "- e", "+ x"],
  ],
  [
    ["x", "b", "c", "d", "y"],
    ["1", "b", "c", "d", "2"],
    ["- x", "+ 1", "  b", "  …", "  d", "- y", "+ 2"],
  ],
])("%j differs from %j by line", (before, after, expected) => expect(lineDiff(before, after)).toEqual(expected));

test("if too many lines differ, only the file's are shown, however many there are", () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`);
  expect(lineDiff(lines("a"), lines("b"))).toEqual(lines("b").map((line) => `+ ${line}`));
});

describe("an edit's fault is reported", () => {
  const edits = [
    { find: "  return sum;", replace: "" },
    { find: "sum", replace: "all" },
    { find: "for (const item of cart) sum += item.price;\n return round(sum);", replace: "" },
    { find: "let total = 1;", replace: "" },
  ];
  const say = (fault: Parameters<typeof editFaultWords>[3][number], room = 2000) =>
    editFaultWords("cart.js", CODE, edits, [fault], room);

  test("with all places, if the find is repeated", () => {
    expect(say({ kind: "repeated", edit: 1, lines: [4, 5, 6], isMore: true })).toBe(
      "cart.js: the find of edit 2 stands there more than 3 times, in lines 4, 5, 6 and more: take lines around it into it, so that it stands there once",
    );
  });

  test("with the other edit, if two overlap", () => {
    expect(say({ kind: "overlap", edit: 1, other: 0, line: 12 })).toBe(
      "cart.js:12: edits 1 and 2 overlap: make one of them",
    );
  });

  test("with white space spelled out, if nothing else differs", () => {
    expect(say({ kind: "not-found", edit: 2 })).toBe(
      [
        'cart.js:5: the find of edit 3 does not stand there; lines 5-6 differ in white space alone ("-" the find, "+" the file):',
        '- "for (const item of cart) sum += item.price;"',
        '- " return round(sum);"',
        '+ "  for (const item of cart) sum += item.price;"',
        '+ "  return round(sum);"',
      ].join("\n"),
    );
  });

  test("without a nearest place, if too much text has been searched for other edits", () => {
    const text = `${"-".repeat(5_000_000)}\nabc def\n`;
    const sought = ["abc one", "abc two"].map((find) => ({ find, replace: "" }));
    const faults = sought.map((_, edit) => ({ kind: "not-found", edit }) as const);
    const [first, ...rest] = editFaultWords("a.txt", text, sought, faults, 4000).split("\n");
    expect(first).toContain("a.txt:2: the find of edit 1 does not stand there; line 2 is nearest");
    expect(rest.at(-1)).toBe("a.txt: the find of edit 2 does not stand there");
  });

  test("within the available room", () => {
    const faults = edits.map((_, edit) => ({ kind: "not-found", edit }) as const);
    const text = editFaultWords("cart.js", CODE, edits, faults, 1000);
    expect(text.length).toBeLessThanOrEqual(1000);
    for (const number of [1, 2, 3, 4]) expect(text).toContain(`the find of edit ${number} `);
  });
});
