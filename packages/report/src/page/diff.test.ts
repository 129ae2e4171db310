import { newEffort } from "@llmch/story";
import { expect, test } from "vitest";
import { compareTexts } from "../compare/compare-texts.ts";
import { html, serialise, sizesOf } from "../markup/html.ts";
import { diff } from "./diff.ts";

const markupOf = (before: string, after: string) => {
  const found = compareTexts(before, after, newEffort());
  return found.kind === "changed" ? diff("Changes to a.js", found, "attempt_1/proposed_writes.json") : html``;
};

test("removed lines are beside added ones, and the words that differ are marked", () => {
  const page = serialise(markupOf("let a = 1;\nkept\n", "let a = <2>;\nkept\nmore\n"), Number.POSITIVE_INFINITY);
  expect(page).toBe(
    [
      '<div class="diff" role="group" aria-label="Changes to a.js" tabindex="0">',
      '<div class="run changed"><del data-n="1">let a = <mark>1</mark>;</del>',
      '<ins data-n="1">let a = <mark>&lt;2&gt;</mark>;</ins></div>',
      '<div class="run same"><span data-n="2">kept</span><span data-n="2" aria-hidden="true">kept</span></div>',
      '<div class="run changed"><i></i><ins data-n="3">more</ins></div></div>',
    ].join(""),
  );
});

test("a long one is shown as far as there is room, with a note on where the rest is", () => {
  const lines = (word: string) => Array.from({ length: 300 }, (_, index) => `${word} & ${index}\n`).join("");
  const markup = markupOf(lines("before"), lines("after"));
  const [whole = 0] = sizesOf(markup).deferred;
  expect(Math.abs(Buffer.byteLength(serialise(markup, whole)) - whole)).toBeLessThan(whole / 20);
  const cut = serialise(markup, 2000);
  expect(Buffer.byteLength(cut)).toBeLessThan(2000);
  expect(cut).toContain("all of it is in attempt_1/proposed_writes.json");
  expect(cut).toContain("before &amp; 0");
});
