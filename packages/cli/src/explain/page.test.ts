import type { ExplainDrawing, ExplainResult, Outcome } from "@llmch/app";
import { DIAGNOSTIC_CODES, STAGES } from "@llmch/contract";
import { expect, test } from "vitest";
import { operate } from "../../../app/src/operations/explain.ts";
import { colorsFor } from "../console/paint.ts";
import { topicList, topicPage } from "./page.ts";

const paper = { colors: colorsFor({ color: false }, {}, false), width: 72 };
const NAMES = [...Object.keys(DIAGNOSTIC_CODES), ...STAGES];

test.each(NAMES)("the page for %s says what it is about", async (name) => {
  const { result, drawing } = (await operate({ code: name })) as Outcome<ExplainResult, ExplainDrawing>;
  if (result?.explanation === undefined || drawing === undefined) throw new Error(`nothing explains ${name}`);
  const lines = topicPage(result.explanation, drawing, paper);
  expect(lines[0]).toMatch(new RegExp(`^${name}  \\S`));
  const text = lines.filter((line) => !line.startsWith("    "));
  for (const line of text) expect(line.length).toBeLessThanOrEqual(72);
  expect(lines.join("\n")).toMatch(
    name in DIAGNOSTIC_CODES ? /\nWhy it is asked\n[\s\S]*\nBroken\n[\s\S]*\nFixed\n/ : /\nWhat to do\n/,
  );
});

test("the page that lists all has each name once", async () => {
  const { result } = await operate({});
  const lines = topicList(result?.explanations ?? [], paper);
  expect(lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? [])).toEqual(NAMES);
});
