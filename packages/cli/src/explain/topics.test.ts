import { findTopic, TOPICS } from "@llmch/app/drawing";
import { DIAGNOSTIC_CODES, STAGES } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { colorsFor } from "../console/paint.ts";
import { topicList, topicPage } from "./page.ts";

const paper = { colors: colorsFor({ color: false }, {}, false), width: 72 };

describe("a topic", () => {
  test.each([
    ["E104", "E104"],
    ["e104", "E104"],
    ["[E104]", "E104"],
    [" w206", "W206"],
    ["verify_failed", "verify_failed"],
    ["Verify-Failed", "verify_failed"],
    ["STALE CONTEXT", "stale_context"],
  ])("%j is %s", (asked, name) => expect(findTopic(asked).found?.name).toBe(name));

  test.each([
    ["E14", "E104"],
    ["E1044", "E104"],
    ["W21", "W210"],
    ["verify", "verify_failed"],
    ["acceptance", "acceptance_failed"],
    ["excepton", "exception"],
  ])("%j is no topic, and %s is nearest", (asked, nearest) => {
    expect(findTopic(asked)).toEqual({ found: null, nearest });
  });

  test.each(["", "bogus", "constructor", "__proto__", "x".repeat(100_000), "\u001b[2J"])(
    "%.20j is no topic, nor near one",
    (asked) => expect(findTopic(asked)).toEqual({ found: null, nearest: null }),
  );
});

describe("a page", () => {
  test.each(TOPICS.map((topic) => ({ topic, name: topic.name })))("for $name says what it is about", ({ topic }) => {
    const lines = topicPage(topic, paper);
    expect(lines[0]).toMatch(new RegExp(`^${topic.name}  \\S`));
    const text = lines.filter((line) => !line.startsWith("    "));
    for (const line of text) expect(line.length).toBeLessThanOrEqual(72);
    expect(lines.join("\n")).toMatch(
      topic.kind === "diagnostic" ? /\nWhy it is asked\n[\s\S]*\nBroken\n[\s\S]*\nFixed\n/ : /\nWhat to do\n/,
    );
  });

  test("that lists all has each name once", () => {
    const names = topicList(paper).flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(names).toEqual([...Object.keys(DIAGNOSTIC_CODES), ...STAGES]);
  });
});
