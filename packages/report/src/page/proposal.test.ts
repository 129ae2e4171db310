import type { FileDiff } from "@llmch/story";
import { expect, test } from "vitest";
import { serialise } from "../markup/html.ts";
import { filesView } from "./proposal.ts";

const diff: FileDiff = { path: "a.js", since: null, kind: "changed", lines: ["@@ -1,2 +1 @@", " one", "-two", "+<2>"] };
const shown = (files: readonly FileDiff[], allowance = Number.POSITIVE_INFINITY): string =>
  serialise(filesView(files, { file: "attempt_1/proposed_writes.json", open: true }), allowance);

test("a file's changes are lines with their signs, folded under its path and figures", () => {
  const page = shown([diff]);
  expect(page).toContain('<code>a.js</code> <span class="size">+1 -1</span>');
  expect(page).toContain(
    'aria-label="Changes to a.js">@@ -1,2 +1 @@\n one\n<del>-two\n</del><ins>+&lt;2&gt;</ins></pre>',
  );
});

test("a file without lines says in words what happens to it", () => {
  expect(shown([{ ...diff, kind: "deleted", lines: [] }])).toContain('</code> <span class="size">deleted</span></p>');
});

test("a long patch is cut with a note on where all of it is", () => {
  const lines = Array.from({ length: 100 }, (_, index) => `+line ${index}`);
  const page = shown([{ ...diff, lines }], 400);
  expect(page.length).toBeLessThan(900);
  expect(page).toMatch(
    /<ins>\+line 0\n<\/ins>.* left out here; all of it: attempt_1\/proposed_writes\.json .*<ins>\+line 99<\/ins>/s,
  );
});
