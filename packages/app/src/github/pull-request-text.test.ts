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

test("one of a stack says its place, how to fetch and try it, and what else there is, within that length", () => {
  const list = Array.from({ length: 2000 }, (_, index) => `${index + 1}. \`Part\`, https://github.com/ada/shop/pull/1`);
  const stack = { place: "2/2000", fetching: ["git fetch origin b"], list };
  const { title, body } = pullRequestText({ ...facts(2000, "Part 2"), stack });
  expect(title).toBe("[2/2000] Part 2");
  expect(body).toContain("2/2000 of a stack");
  expect(body).toMatch(/## The stack\n\n1\. `Part`, .*\n(.*\n)+- … and \d+ more, left out for the length\n$/);
  expect(body.length).toBeLessThan(65_536);
  const [one] = facts(1, null).orders;
  const orders = one === undefined ? [] : [{ ...one, document: { acceptance_commands: ["node --test"] } }];
  expect(pullRequestText({ ...facts(1, null), orders, stack: { ...stack, list: [] } }).body).toContain(
    "git fetch origin b\nnode --test\n",
  );
});
