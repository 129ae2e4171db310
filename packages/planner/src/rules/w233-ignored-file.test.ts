import { expect, test } from "vitest";
import { checkWithIgnored } from "../check.ts";
import { type Case, exists, first, report } from "./rules.fixture.ts";

const MANIFEST = first({
  allowed_files: ["src/m1.js", "dist/a.js"],
  postconditions: [exists("src/m1.js"), exists("dist/a.js")],
});
const CASES: Readonly<Record<string, Case>> = {
  "W233 an allowed file that the repo ignores": {
    manifest: MANIFEST,
    ignored: ["dist/a.js", "dist/b.js"],
    expected: [
      'W233 WO-01 allowed_files: allowed file "dist/a.js" is one that the repo ignores, and it is committed all the same',
    ],
  },
  "W233 nothing that it does not": { manifest: MANIFEST, expected: [] },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});

test("the repo is asked for the allowed files alone, and the plan is judged again only if it ignores some", async () => {
  const asked: (readonly string[])[] = [];
  const judged: number[] = [];
  const manifest = {
    work_orders: [
      { allowed_files: ["a.js", "../b.js", "link/../.git/x"] },
      7,
      { allowed_files: ["a.js", "dist/c.js"] },
    ],
  };
  const judge = (ignored: ReadonlySet<string>) => {
    judged.push(ignored.size);
    return { manifest };
  };
  const ignoring = (paths: readonly string[]) => async (found: readonly string[]) => {
    asked.push(found);
    return new Set(paths);
  };
  await checkWithIgnored(judge, ignoring([]));
  await checkWithIgnored(judge, ignoring(["dist/c.js"]));
  await checkWithIgnored(judge, undefined);
  expect(asked).toEqual(Array(2).fill(["a.js", "dist/c.js"]));
  expect(judged).toEqual([0, 0, 1, 0]);
});
