import { growth, MOST_GROWTH } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { lintSpec } from "./lint-spec.ts";

const report = (spec: string): readonly string[] => {
  const { errors, warnings } = lintSpec(spec);
  return [...errors, ...warnings].map(({ code, pointer, field }) => `${code} ${pointer} ${field ?? "-"}`);
};
const DEMAND = "notes add TEXT keeps a note.\n";

test("a plain spec has no findings", () => {
  expect(lintSpec(`# Notes\n\n${DEMAND}`)).toEqual({ errors: [], warnings: [], demands: 1 });
});

test.each([
  "",
  "\n\n",
  "# Notes\n",
  "# Notes\n\n```\nnotes must add\n```\n",
  "## Background\n\nNotes are lost today.\n",
])("E311 in %j", (spec) => {
  expect(report(spec)).toEqual(["E311  -"]);
});

describe("E312", () => {
  test.each([
    ["The export format is TBD.", "TBD"],
    ["Notes are kept in FIXME", "FIXME"],
    ["The program must do TODO.", "TODO"],
    ["The limit is ??? notes.", "???"],
    ["TODO: say how notes are sorted.", "TODO"],
    ["- TODO", "TODO"],
    ["The format is TODO.", "TODO"],
    ["Sorted by [TODO].", "TODO"],
    ["TODO(ann): the limit", "TODO"],
    ["Lorem ipsum: TBC", "TBC"],
    ["<!-- TODO: limits -->", "TODO"],
  ])("%s", (line, word) => {
    expect(report(`# Notes\n\n${DEMAND}\n${line}\n`)).toEqual([`E312 /4 ${word}`]);
  });

  test.each([
    "A TODO app keeps a list of TODO items.",
    "Print `TODO: x` first.",
    "Each TODO has a state: TODO, DOING or DONE.",
    "Really?? Yes.",
    "```\n// TODO: x\nTBD\n```",
    "> ~~~\n> FIXME\n> ~~~",
  ])("nothing in %j", (text) => {
    expect(report(`${DEMAND}\n${text}\n`)).toEqual([]);
  });

  test("each once a line, and no more than a hundred", () => {
    expect(report(`${DEMAND}TBD or TBD, ???\r\nTBD\r`)).toEqual(["E312 /1 TBD", "E312 /1 ???", "E312 /2 TBD"]);
    expect(report(`${DEMAND}${"TBD\n".repeat(500)}`)).toHaveLength(100);
  });
});

describe("W313", () => {
  test.each([
    ["Search must be fast.", "fast"],
    ["The list is user-friendly.", "user-friendly"],
    ["Notes have tags, dates, etc.", "etc"],
    ["Errors are told appropriately within 2 lines.", "appropriately"],
  ])("%s", (sentence, word) => {
    expect(report(`${DEMAND}\n${sentence}\n`)).toEqual([`W313 /2 ${word}`]);
  });

  test.each([
    "Search is fast: it answers within 200 ms.",
    "`notes fast` starts a fast-forward.",
    "# A fast keeper of notes\n\nIt keeps notes.",
    "## Background\n\nThe program of today is not user-friendly.",
  ])("nothing in %j", (text) => {
    expect(report(`${DEMAND}\n${text}\n`)).toEqual([]);
  });

  test("in a wrapped sentence, on its own line, and not on an earlier one", () => {
    const spec = `## Background\n\nfast\n\n## Notes\n\nSearch looks through\nall notes, and\nmust be fast.\nIt counts.\n`;
    expect(report(spec)).toEqual(["W313 /8 fast"]);
  });
});

test.each(["must and ", "The list must be fast and the notes safe.\n", "`", "```\n", "a ", "? "])(
  "a spec of many %j takes linear time",
  async (part) => {
    expect(await growth((size) => lintSpec(`${part.repeat(size)}TODO`), 5_000)).toBeLessThan(MOST_GROWTH);
  },
);
