import { NO_SPENDING } from "@llmch/story";
import { expect, test } from "vitest";
import { type PullRequestFacts, pullRequestText } from "./pull-request-text.ts";

const facts = (count: number, spec: string | null): PullRequestFacts => ({
  ...{ runId: "01RUN", branch: "work", overview: [], spec, source: null, isHere: false, spent: NO_SPENDING },
  ...{ strength: undefined, examined: undefined },
  orders: Array.from({ length: count }, (_, index) => ({
    order: `WO-${index + 1}`,
    document: { title: `Part ${index + 1}`, fulfils: [`It does ${"x".repeat(200)}.`] },
    ...{ commit: null, evidence: "", story: null },
  })),
});

test.each([
  ["# Pay by card\n\nText.\n", "Pay by card"],
  ["---\nid: 3\n---\n\nPay by card\n", "Pay by card"],
  [null, "Part 1 (and 1 more order)"],
  [" \n", "Part 1 (and 1 more order)"],
])("the title of %j is %s", (spec, title) => {
  expect(pullRequestText(facts(2, spec)).title).toBe(title);
});

test("a text that GitHub would not take for its length ends before, and says what it leaves out", () => {
  const { body } = pullRequestText({
    ...facts(2000, null),
    overview: Array.from({ length: 2000 }, () => "What it is."),
  });
  expect(body.length).toBeLessThan(65_536);
  expect(body.match(/… and \d+ more, left out for the length/g)).toHaveLength(3);
  expect(body).toContain("## How to verify");
  expect(pullRequestText(facts(20, null)).body).not.toContain("left out");
});
