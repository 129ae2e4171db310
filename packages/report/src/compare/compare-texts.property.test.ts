import { newEffort } from "@llmch/story";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedWords } from "./changed-words.ts";
import { compareTexts, type DiffLine } from "./compare-texts.ts";

const textOf = (line: DiffLine | null) => line?.spans.map(({ text }) => text).join("") ?? null;

/** The rows as readable lines: number, sign, text. */
const shown = (before: string, after: string): readonly string[] => {
  const found = compareTexts(before, after, newEffort());
  if (found.kind !== "changed") return [found.kind];
  return found.hunks.flatMap(({ runs }) =>
    runs.flat().map((row) => {
      const side = (line: DiffLine | null) => (line === null ? "-" : `${line.number} ${textOf(line)}`);
      return row.kind === "same" ? `  ${side(row.before)}` : `! ${side(row.before)} | ${side(row.after)}`;
    }),
  );
};

test.each<[string, string, string, readonly string[]]>([
  ["nothing", "a\n", "a\n", ["same"]],
  ["a changed line", "a\nb\nc\n", "a\nB\nc\n", ["  1 a", "! 2 b | 2 B", "  3 c"]],
  ["lines that came", "a\n", "a\nb\nc\n", ["  1 a", "! - | 2 b", "! - | 3 c"]],
  ["lines that went", "a\nb\n", "", ["! 1 a | -", "! 2 b | -"]],
  ["the last line feed", "a\n", "a", ["! 1 a | 1 a ⟨no line feed at the end⟩"]],
  ["line ends", "a\r\n", "a\n", ["! 1 a\r | 1 a"]],
])("%s", (_what, before, after, rows) => {
  expect(shown(before, after)).toEqual(rows);
});

test("hunks keep three lines around a change", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const after = lines.with(4, "five").with(24, "twenty-five");
  const found = compareTexts(`${lines.join("\n")}\n`, `${after.join("\n")}\n`, newEffort());
  expect(found).toMatchObject({ kind: "changed", added: 2, removed: 2 });
  expect(found.kind === "changed" && found.hunks.map(({ runs }) => runs.map((run) => run.length))).toEqual([
    [3, 1, 3],
    [3, 1, 3],
  ]);
});

test("the shown changes lead from one text to the other", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c c", "", "<d>"), { maxLength: 25 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const [old, next] = [before, after].map((each) => each.map((line) => `${line}\n`).join("")) as [string, string];
      const found = compareTexts(old, next, newEffort());
      const rows = found.kind === "changed" ? found.hunks.flatMap(({ runs }) => runs.flat()) : [];
      for (const row of rows) {
        if (row.before !== null) expect(textOf(row.before)).toBe(before[row.before.number - 1]);
        if (row.after !== null) expect(textOf(row.after)).toBe(after[row.after.number - 1]);
      }
      const touched = (side: "before" | "after") =>
        new Set(rows.filter(({ kind }) => kind === "changed").flatMap((row) => row[side]?.number ?? []));
      const kept = (all: readonly string[], gone: ReadonlySet<number>) =>
        all.filter((_, index) => !gone.has(index + 1));
      expect(kept(before, touched("before"))).toEqual(kept(after, touched("after")));
    }),
  );
});

test("effort is bounded over all comparisons, and never by a clock", () => {
  const text = (word: string) => Array.from({ length: 500 }, (_, index) => `${word} ${index}`).join("\n");
  const effort = newEffort();
  const kinds = Array.from({ length: 7 }, () => compareTexts(text("a"), text("b"), effort).kind);
  expect(kinds[0]).toBe("too-large");
  expect(effort.longestEdit()).toBeLessThan(10);
  expect(compareTexts("a\n", "b\n", newEffort()).kind).toBe("changed");
  expect(compareTexts("x".repeat(500_000), "y", newEffort()).kind).toBe("too-large");
});

test.each([
  ["round(cents / count)", "floor(cents / count)", "round", "floor"],
  ["const a = 1;", "const a = 2;", "1", "2"],
  ["entirely other words", "nothing in common here", "", ""],
  ["x".repeat(3000), "y", "", ""],
])("between %j and %j the changed words are marked", (before, after, gone, come) => {
  const marked = (side: ReturnType<typeof changedWords>[0]) =>
    (side ?? [])
      .filter(({ changed }) => changed)
      .map(({ text }) => text)
      .join("");
  const [left, right] = changedWords(before, after);
  expect([marked(left), marked(right)]).toEqual([gone, come]);
});
