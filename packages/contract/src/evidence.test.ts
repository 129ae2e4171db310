import { evidenceInWords } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { evidenceIn, evidenceInTrailer, evidenceTogether, testsTogether } from "./evidence.ts";

describe("tests of several commands together", () => {
  test.each([
    ["no command", [], 0],
    ["one that ran some", [212], 212],
    ["all that told", [200, 12, 0], 212],
    ["some that told, and one that did not", [200, null], 200],
    ["none that told", [null, null], null],
    ["none that ran, and one that did not tell", [0, null], null],
    ["none that ran", [0, 0], 0],
  ] as const)("%s", (_, ran, expected) => {
    expect(testsTogether(ran)).toBe(expected);
  });
});

test.each([
  [{ tests: 212, acceptance: 2, hidden: 1 }, "212 tests, 2 checks, 1 hidden"],
  [{ tests: 1, acceptance: 1, hidden: 0 }, "1 test, 1 check"],
  [{ tests: 0, acceptance: 2, hidden: 0 }, "NO TEST RAN, 2 checks"],
  [{ tests: 3, acceptance: 2, hidden: 0, same_conversation: true as const }, "3 tests, 2 checks, same conversation"],
  [{ tests: null, acceptance: 0, hidden: 3 }, "tests not counted, 0 checks, 3 hidden"],
])("%j in words", (evidence, words) => {
  expect(evidenceInWords(evidence)).toBe(words);
  expect(evidenceInTrailer(words)).toEqual(evidence);
});

test("what CI runs besides is said last, and not all of it", () => {
  const rests = { tests: 2, acceptance: 1, hidden: 0 };
  expect(evidenceInWords({ ...rests, ci_alone: ["npm run lint"] })).toBe(
    "2 tests, 1 check; CI also runs: npm run lint, not verified",
  );
  expect(evidenceInWords({ ...rests, ci_alone: [..."abcdefg"] })).toMatch(/: a, b, c, d, e, 2 more, not verified$/);
});

test.each(["", "many tests, 2 checks", "2 checks", "2 tests, 1 check, and more"])(
  "a trailer may say nothing: %j",
  (words) => {
    expect(evidenceInTrailer(words)).toBeNull();
  },
);

test("several orders rest on the tests of the last, and on the checks of all", () => {
  const [first, last] = [
    { tests: 10, acceptance: 2, hidden: 1 },
    { tests: 12, acceptance: 1, hidden: 0 },
  ];
  expect(evidenceTogether([first, last])).toEqual({ tests: 12, acceptance: 3, hidden: 1 });
  const ci_alone = ["npm run lint"];
  expect(evidenceTogether([first, { ...last, ci_alone }])).toEqual({ tests: 12, acceptance: 3, hidden: 1, ci_alone });
  expect(evidenceTogether([])).toBeNull();
});

test.each([
  [{ evidence: { tests: 3, acceptance: 1, hidden: 0 } }, { tests: 3, acceptance: 1, hidden: 0 }],
  [{ evidence: { tests: null, acceptance: 1, hidden: 0 } }, { tests: null, acceptance: 1, hidden: 0 }],
  [
    { evidence: { tests: 3, acceptance: 1, hidden: 0, ci_alone: ["npx tsc", 1] } },
    { tests: 3, acceptance: 1, hidden: 0, ci_alone: ["npx tsc"] },
  ],
  [{ evidence: { tests: 3 } }, null],
  [{ evidence: "much" }, null],
  [{}, null],
])("of a document that nothing has judged: %j", (document, evidence) => {
  expect(evidenceIn(document)).toEqual(evidence);
});
