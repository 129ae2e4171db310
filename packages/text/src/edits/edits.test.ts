import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../../testkit/src/growth.ts";
import { editBytes } from "./edit-bytes.ts";
import { type Edit, editText } from "./edit-text.ts";

const edit = (find: string, replace: string): Edit => ({ find, replace });
const edited = (text: string, ...edits: readonly Edit[]): unknown => {
  const verdict = editText(text, edits);
  return verdict.ok ? verdict.value : verdict.issues;
};

describe("an edit is made", () => {
  test.each<[string, string, readonly Edit[], string]>([
    ["in the middle", "a\nb\nc\n", [edit("b", "x")], "a\nx\nc\n"],
    ["over lines", "a\nb\nc\n", [edit("a\nb\n", "")], "c\n"],
    ["at the end, where no line break is", "a\nb", [edit("b", "b\nc")], "a\nb\nc"],
    ["several, in any sequence", "a b c", [edit("c", "3"), edit("a", "1"), edit("b", "2")], "1 2 3"],
    ["side by side", "abcd", [edit("ab", "x"), edit("cd", "y")], "xy"],
    ["each of the text as it was", "a b", [edit("a", "b"), edit("b", "a")], "b a"],
    ["what is put in is never read as a pattern", "a", [edit("a", "$& $1 \\0")], "$& $1 \\0"],
    ["to itself", "a", [edit("a", "a")], "a"],
    ["in lines that end in CRLF", "a\r\nb\r\nc\r\n", [edit("a\nb\n", "x\ny\nz\n")], "x\r\ny\r\nz\r\nc\r\n"],
    ["a line for two, in CRLF", "a\r\nb\r\n", [edit("b", "b\nc")], "a\r\nb\r\nc\r\n"],
    ["a last line without its break, in CRLF", "a\r\nb", [edit("b", "b\nc")], "a\r\nb\r\nc"],
    ["a line taken out by the break before it, in CRLF", "a\r\nb\r\nc\r\n", [edit("\nb", "")], "a\r\nc\r\n"],
    ["in CRLF as it is written", "a\r\nb\r\n", [edit("a\r\nb", "c\r\nd")], "c\r\nd\r\n"],
    ["in a file of both, as the place is", "a\r\nb\nc\n", [edit("b\n", "x\ny\n")], "a\r\nx\ny\nc\n"],
    ["after a byte order mark", "\ufeffa\n", [edit("a", "b")], "\ufeffb\n"],
    ["in a file of one line", "a", [edit("a", "b\nc")], "b\nc"],
  ])("%s", (_, text, edits, expected) => expect(edited(text, ...edits)).toBe(expected));
});

describe("an edit is not made", () => {
  test.each<[string, string, readonly Edit[], unknown]>([
    ["where nothing is found", "a\n", [edit("b", "c")], [{ kind: "not-found", edit: 0 }]],
    ["where white space differs", "a  b\n", [edit("a b", "c")], [{ kind: "not-found", edit: 0 }]],
    ["where not all line ends are CRLF", "a\r\nb\nc\n", [edit("a\nb\nc", "x")], [{ kind: "not-found", edit: 0 }]],
    ["where a CR stands alone", "a\rb", [edit("a\nb", "x")], [{ kind: "not-found", edit: 0 }]],
    ["of an empty file", "", [edit("a", "b")], [{ kind: "not-found", edit: 0 }]],
    ["within a line end", "a\r\nb", [edit("a\r", "x")], [{ kind: "not-found", edit: 0 }]],
    [
      "where it is found twice",
      "a\nb\na\n",
      [edit("b", "x"), edit("a", "x")],
      [{ kind: "repeated", edit: 1, lines: [1, 3], isMore: false }],
    ],
    [
      "where it overlaps itself",
      "aaa",
      [edit("aa", "x")],
      [{ kind: "repeated", edit: 0, lines: [1, 1], isMore: false }],
    ],
    [
      "where it is found with either line end",
      "a\nb\na\r\nb\r\n",
      [edit("a\nb", "x")],
      [{ kind: "repeated", edit: 0, lines: [1, 3], isMore: false }],
    ],
    [
      "where it is found often",
      "a\n".repeat(20),
      [edit("a", "x")],
      [{ kind: "repeated", edit: 0, lines: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], isMore: true }],
    ],
    ["over another", "a\nbcd\n", [edit("cd", "x"), edit("bc", "y")], [{ kind: "overlap", edit: 0, other: 1, line: 2 }]],
    ["twice", "a", [edit("a", "b"), edit("a", "b")], [{ kind: "overlap", edit: 1, other: 0, line: 1 }]],
  ])("%s", (_, text, edits, expected) => expect(edited(text, ...edits)).toEqual(expected));

  test("in time that is linear in the text", async () => {
    const text = "a".repeat(1_000_000);
    expect(edited(text, edit(`${"a".repeat(100_000)}b`, ""), edit(`b${"a".repeat(100_000)}`, ""))).toHaveLength(2);
    const failing = (size: number) => edited("a".repeat(size), edit(`${"a".repeat(size / 10)}b`, ""));
    expect(await growth(failing)).toBeLessThan(MOST_GROWTH);
  });
});

/** A reference implementation that tries every place, with one text unit per byte; null if an edit cannot be made. */
const naively = (bytes: Buffer, edits: readonly Edit[]): Buffer | null => {
  const text = bytes.toString("latin1");
  const units = (part: string) => Buffer.from(part).toString("latin1");
  const ranges: { start: number; end: number; replace: string }[] = [];
  for (const { find, replace } of edits) {
    const places: { start: number; end: number }[] = [];
    for (const form of new Set([units(find), units(find).replace(/\r?\n/g, "\r\n")])) {
      for (let start = 0; start + form.length <= text.length; start++) {
        const end = start + form.length;
        const isInLineEnd = [start, end].some((at) => text.slice(at - 1, at + 1) === "\r\n" && at > 0);
        if (text.slice(start, end) === form && !isInLineEnd) places.push({ start, end });
      }
    }
    const [only] = places;
    if (only === undefined || places.length > 1) return null;
    const lines = text.slice(only.start, only.end).match(/\r?\n/g);
    const ends = lines ?? text.slice(only.end).match(/\r?\n/) ?? text.slice(0, only.start).match(/\r?\n/g)?.slice(-1);
    const isCrlf = ends?.every((end) => end === "\r\n") === true;
    ranges.push({ ...only, replace: isCrlf ? units(replace).replace(/\r?\n/g, "\r\n") : units(replace) });
  }
  for (const one of ranges) {
    for (const other of ranges) if (one !== other && one.start < other.end && other.start < one.end) return null;
  }
  // Starts at the end, so that no position shifts.
  let result = text;
  for (const { start, end, replace } of ranges.sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + replace + result.slice(end);
  }
  return Buffer.from(result, "latin1");
};

const letters = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "é", "\r"), minLength: 1, maxLength: 4 });
const anyEdits = fc.array(fc.record({ find: letters, replace: letters }), { minLength: 1, maxLength: 3 });
/** A file that is usually not UTF-8. */
const anyBytes = fc
  .array(
    fc.oneof(
      letters.map((text) => Buffer.from(text)),
      fc.constantFrom("\n", "\xff", "\xc3", "\x00").map((each) => Buffer.from(each, "latin1")),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => Buffer.concat(pieces));
const bytesAfter = (bytes: Uint8Array, edits: readonly Edit[]): Buffer | null => {
  const verdict = editBytes(bytes, edits);
  return verdict.ok ? Buffer.from(verdict.value) : null;
};

test("edits of any bytes give the same result as trying every place", () => {
  let made = 0;
  fc.assert(
    fc.property(anyBytes, anyEdits, (bytes, edits) => {
      const expected = naively(bytes, edits);
      if (expected !== null) made++;
      expect(bytesAfter(bytes, edits)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
  expect(made).toBeGreaterThan(5);
});

/** Distinct lines, their endings, and changes to some of them. */
const anyFile = fc.record({
  lines: fc.uniqueArray(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((line) => !/[\r\n]/.test(line)),
    {
      minLength: 3,
      maxLength: 12,
    },
  ),
  end: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  last: fc.boolean(),
});
const fileOf = ({ lines, end, mark, last }: { lines: readonly string[]; end: string; mark: string; last: boolean }) =>
  mark + lines.map((line, index) => `[${index}]${line}`).join(end) + (last ? end : "");

test("a change of whole lines keeps the byte order mark, the line endings and the end of the file", () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.nat(),
      fc.nat(),
      fc.array(
        fc.string({ maxLength: 3 }).filter((line) => !/[\r\n]/.test(line)),
        { minLength: 1, maxLength: 3 },
      ),
      (file, first, count, put) => {
        const from = first % file.lines.length;
        const to = Math.min(file.lines.length, from + 1 + (count % 3));
        const find = file.lines
          .slice(from, to)
          .map((line, index) => `[${from + index}]${line}`)
          .join("\n");
        const expected = fileOf(file).replace(find.replaceAll("\n", file.end), () => put.join(file.end));
        expect(bytesAfter(Buffer.from(fileOf(file)), [edit(find, put.join("\n"))])).toEqual(Buffer.from(expected));
      },
    ),
  );
});

test("a find with one letter changed is not found, or occurs exactly so", () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.nat(),
      fc.nat(),
      fc.constantFrom("a", " ", "\t", "x", "}", ""),
      (file, line, at, letter) => {
        const text = fileOf(file);
        const whole = file.lines[line % file.lines.length] ?? "";
        const find = `[${line % file.lines.length}]${whole}`;
        const place = at % find.length;
        const mutated = find.slice(0, place) + letter + find.slice(place + 1);
        const verdict = mutated === "" ? { ok: false } : editText(text, [edit(mutated, "<changed>")]);
        if (!verdict.ok || !("value" in verdict)) return;
        expect(text.split(mutated)).toHaveLength(2);
        expect(verdict.value).toBe(text.split(mutated).join("<changed>"));
      },
    ),
  );
});

test("the sequence of edits does not matter", () => {
  const shuffled = anyEdits.chain((edits) =>
    fc.tuple(fc.constant(edits), fc.shuffledSubarray(edits, { minLength: edits.length })),
  );
  fc.assert(
    fc.property(anyBytes, shuffled, (bytes, [one, other]) => {
      expect(bytesAfter(bytes, other)).toEqual(bytesAfter(bytes, one));
    }),
  );
});
