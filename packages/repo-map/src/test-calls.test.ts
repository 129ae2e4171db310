import { expect, test } from "vitest";
import { parseText } from "./parser.fixture.ts";
import { testCallsIn } from "./test-calls.ts";

const tests = async (text: string) =>
  ((await parseText("javascript", text, (root) => testCallsIn(root, text))) ?? []).map(
    ({ name, first, last }) => `${name} ${first}-${last}`,
  );

test("tests are found at the top level and in suites, but other calls are not tests", async () => {
  const text = [
    "test('alone', () => {",
    "  run();",
    "});",
    "describe('box', () => {",
    "  beforeEach(() => {});",
    "  context('inside', function () {",
    "    it('opens', async () => {",
    "      const test = 1;",
    "    });",
    "  });",
    "});",
    "it.each([1])('shuts', () => {});",
    "tester('no', () => {});",
  ].join("\n");
  expect(await tests(text)).toEqual(["'alone' 0-2", "'opens' 6-8", "'shuts' 11-11"]);
});
