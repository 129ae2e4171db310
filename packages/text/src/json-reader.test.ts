import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_JSON_BYTES, readJson } from "./json-reader.ts";

const faultOf = (text: string) => {
  const read = readJson(text);
  return read.ok ? null : read.issues[0].kind;
};

describe("readJson", () => {
  test.each([
    ["null", null],
    [" [1, -2.5e3, true] ", [1, -2500, true]],
    ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] }],
    ['"a\\"b\\\\"', 'a"b\\'],
    ['["{", "[", ",", "\\"a\\": 1", "e9999"]', ["{", "[", ",", '"a": 1', "e9999"]],
    ["\ufeff{}", {}],
    ["1e308", 1e308],
    ['{"ab": 1, "AB": 2}', { ab: 1, AB: 2 }],
  ])("reads %s", (text, value) => expect(readJson(text)).toEqual({ ok: true, value }));

  test.each([
    ["", "syntax"],
    ["   ", "syntax"],
    ["NaN", "syntax"],
    ["[Infinity]", "syntax"],
    ["1e400", "syntax"],
    ["[-1E999]", "syntax"],
    ["[1,]", "syntax"],
    ['{"a": 1,}', "syntax"],
    ["{'a': 1}", "syntax"],
    ["{a: 1}", "syntax"],
    ["[1] [2]", "syntax"],
    ["Here is it: {}", "syntax"],
    ['{"a": "b', "syntax"],
    ["[1 2]", "syntax"],
    ["// a\n{}", "syntax"],
    ["]", "syntax"],
    ['"\t"', "syntax"],
    ['{"a": 1, "a": 2}', "duplicate-key"],
    ['[{"b": {"a": 1, "c": 2, "a": 1}}]', "duplicate-key"],
    ['{"a": 1, "\\u0061": 2}', "duplicate-key"],
    ['{"__proto__": 1, "__proto__": 2}', "duplicate-key"],
    [`${"[".repeat(65)}${"]".repeat(65)}`, "too-deep"],
    [`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, "too-deep"],
    ["[".repeat(1_000_000), "too-deep"],
  ])("refuses %j", (text, kind) => expect(faultOf(text)).toBe(kind));

  test("reads 64 levels", () => expect(faultOf(`${"[".repeat(64)}${"]".repeat(64)}`)).toBeNull());

  test("reads 100,000 members of an object", () => {
    const text = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`;
    expect([faultOf(text(100_000)), faultOf(text(100_001))]).toEqual([null, "too-large"]);
  });

  test("reports the place of a duplicate key", () => {
    const read = readJson('{\n  "a": 1,\n  "a": 2\n}');
    expect(!read.ok && read.issues[0].message).toBe('the key "a" twice at line 3, column 3');
  });

  test("reports the place of a syntax fault", () => {
    const read = readJson('{\n  "a": 1\n  "b": 2\n}');
    expect(!read.ok && read.issues[0].message).toMatch(/ at line 3, column 3$/);
  });

  test.each([
    ["a key twice", '{"a": 1, «"a": 2}'],
    ["the grammar", '{"a": 1 «"b": 2}'],
    ["the depth", `${"[".repeat(64)}«[`],
    ["a number", "[1«e999]"],
    ["something behind a byte order mark", '\ufeff{"a": 1 «"b": 2}'],
  ])("gives the offset of %s", (_, marked) => {
    const read = readJson(marked.replace("«", ""));
    expect(!read.ok && read.issues[0].offset).toBe(marked.replace("\ufeff", "").indexOf("«"));
  });

  test("gives no offset for a text that is too large or cut off", () => {
    for (const text of ["", '{"a": [', " ".repeat(MAX_JSON_BYTES + 1)]) {
      const read = readJson(text);
      expect(!read.ok && read.issues[0]).not.toHaveProperty("offset");
    }
  });

  test("a key named __proto__ is a member, and changes no prototype", () => {
    const read = readJson('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(read.ok && Object.keys(read.value ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("reads anything that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test("no text makes it throw, and no cut text is accepted", () => {
    const whole = '{"a": [1, {"b": "c\\u0041\\n"}, null], "d": {"e": -1.5e-3}}';
    for (let end = 0; end < whole.length; end++) expect(faultOf(whole.slice(0, end))).toBe("syntax");
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "a",
      "1",
      "e",
      "E+",
      "-",
      "null",
      " ",
      "\ufeff",
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((list) => list.join("")),
        (text) => {
          const read = readJson(text);
          if (read.ok) expect(read.value).toEqual(JSON.parse(text.replace(/^\ufeff/, "")));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
