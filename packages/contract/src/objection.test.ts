import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { objectionInWords } from "./objection.ts";
import { readAnswer, readProposal } from "./proposal.ts";

const WRITE = { path: "a.txt", base_sha256: "", content: "" };
const NAMED = { reason: "No.", needs: ["a.js"] };
const answer = (objection: JsonObject | null, more: JsonObject = {}): JsonObject => ({
  summary: "",
  objection,
  ...more,
});
const ABSENT = { needs: null, contradiction: null, blocked_by: null };
const WRONG = { command: " npm test ", sentence: "It returns 1." };

test.each<[string, JsonObject, JsonObject]>([
  ["files that it needs", NAMED, { needs: ["a.js"] }],
  ["every field there", { ...ABSENT, ...NAMED }, { needs: ["a.js"] }],
  ["a file twice", { reason: "No.", needs: ["a.js", " a.js ", ""].slice(0, 2) }, { needs: ["a.js"] }],
  [
    "a contradiction",
    { ...ABSENT, reason: " No. ", contradiction: WRONG },
    { contradiction: { command: "npm test", sentence: "It returns 1." } },
  ],
  ["what it is blocked by", { reason: "No.", blocked_by: ["t.js"] }, { blocked_by: ["t.js"] }],
])("an objection is read with %s", (_, objection, said) => {
  const whole = { reason: "No.", needs: [], contradiction: null, blocked_by: [], ...said };
  for (const writes of [undefined, null, []] as const) {
    const more: JsonObject = writes === undefined ? {} : { writes };
    expect(readAnswer(answer(objection, more))).toEqual({ ok: true, value: { kind: "objection", objection: whole } });
  }
});

test.each<[string, JsonObject, RegExp]>([
  ["nothing that it names", { reason: "No." }, /names nothing/],
  ["nothing but empty fields", { ...ABSENT, reason: "No.", needs: [], blocked_by: [" "] }, /names nothing/],
  ["no reason", { needs: ["a.js"] }, /reason/],
  ["a reason of white space", { reason: "  ", needs: ["a.js"] }, /gives no `reason`/],
  ["a reason without end", { reason: "x".repeat(4_001), needs: ["a.js"] }, /reason/],
  ["needs that are no list", { reason: "No.", needs: "a.js" }, /needs/],
  ["needs without end", { reason: "No.", needs: Array.from({ length: 21 }, (_, index) => `${index}.js`) }, /needs/],
  ["half a contradiction", { reason: "No.", contradiction: { sentence: "x" } }, /one of `command` and `condition`/],
  [
    "a contradiction of both",
    { reason: "No.", contradiction: { command: "x", condition: "y", sentence: "z" } },
    /one of `command` and `condition`/,
  ],
  ["a contradiction without a sentence", { reason: "No.", contradiction: { command: "x" } }, /sentence/],
])("an objection with %s is refused", (_, objection, fault) => {
  const read = readAnswer(answer(objection));
  expect(read.ok ? "" : read.issues.join()).toMatch(fault);
});

test("an answer is a proposal or an objection, but not both", () => {
  const writes = [WRITE];
  expect(readAnswer({ summary: "", writes })).toMatchObject({ ok: true, value: { kind: "proposal" } });
  expect(readAnswer(answer(null, { writes }))).toMatchObject({ ok: true, value: { kind: "proposal" } });
  expect(readAnswer(answer(NAMED, { writes }))).toMatchObject({
    ok: false,
    issues: [expect.stringMatching(/at once/)],
  });
  expect(readAnswer(answer(null))).toMatchObject({ ok: false, issues: [expect.stringMatching(/neither/)] });
  expect(readProposal(answer(NAMED))).toEqual({ ok: false, issues: ["it is an objection"] });
});

test("an objection in words has a line for each item that it names", () => {
  const contradiction = { command: "npm test", sentence: "It returns 1." };
  expect(objectionInWords({ reason: "No.", needs: ["a:b"], contradiction, blocked_by: ["t.js", "u.js"] })).toBe(
    "No.\ncontradiction: npm test\nagainst: It returns 1.\nblocked by: t.js, u.js\nneeds: a:b",
  );
});
