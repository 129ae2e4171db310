import type { ProposedWrite } from "@llmch/story";
import { newEffort } from "@llmch/story";
import { expect, test } from "vitest";
import { serialise } from "../markup/html.ts";
import { proposalView, sinceView } from "./proposal.ts";

const write = (changes: Partial<ProposedWrite>): ProposedWrite => ({
  path: "a.js",
  base_sha256: "",
  kind: "content",
  content: null,
  edits: [],
  rename_to: null,
  base: { kind: "unknown" },
  ...changes,
});
const place = () => ({ file: "attempt_1/proposed_writes.json", effort: newEffort(), open: true });
const textOf = (markup: Parameters<typeof serialise>[0]): string =>
  serialise(markup, Number.POSITIVE_INFINITY)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const shown = (changes: Partial<ProposedWrite>): string =>
  textOf(proposalView({ summary: "", writes: [write(changes)] }, place()));
const BASE = { kind: "text", text: "one\ntwo\n" } as const;
const EDITS = [{ find: "two", replace: "<2>" }];

test.each<[string, Partial<ProposedWrite>, RegExp]>([
  ["a delete", { kind: "delete", base: BASE }, /a\.js deleted$/],
  ["a rename", { kind: "rename", rename_to: "b.js", content: BASE.text, base: BASE }, /a\.js → b\.js renamed$/],
  ["a rename of what is not known", { kind: "rename", rename_to: "b.js" }, /a\.js → b\.js renamed$/],
  [
    "a rename with edits",
    { kind: "rename", rename_to: "b.js", content: "one\n2\n", base: BASE },
    /a\.js → b\.js renamed .*two .*2/,
  ],
  ["edits", { kind: "edits", edits: EDITS, content: "one\n<2>\n", base: BASE }, /a\.js .*one one .*two &lt;2&gt;$/],
  ["edits of what is not known", { kind: "edits", edits: EDITS }, /a\.js .*two &lt;2&gt;$/],
])("a page says what happens to a file: %s", (_, changes, text) => expect(shown(changes)).toMatch(text));

test("a different kind of change from before is shown", () => {
  const proposal = (changes: Partial<ProposedWrite>) => ({ summary: "", writes: [write(changes)] });
  const since = (one: Partial<ProposedWrite>, other: Partial<ProposedWrite>) =>
    textOf(sinceView(proposal(one), proposal(other), place()));
  expect(since({ content: "a\n" }, { kind: "delete" })).toBe("a.js deleted");
  expect(since({ kind: "delete" }, { kind: "delete" })).toBe("a.js unchanged");
  expect(since({ kind: "edits", edits: EDITS }, { kind: "edits", edits: [{ find: "two", replace: "3" }] })).toMatch(
    /2.*3/,
  );
  // Edits that did not apply give no file to compare the next one with.
  expect(
    since(
      { kind: "edits", edits: EDITS, base: BASE },
      { kind: "edits", edits: EDITS, content: "one\n<2>\n", base: BASE },
    ),
  ).toMatch(/one one .*two &lt;2&gt;$/);
  expect(since({ kind: "rename", rename_to: "b.js" }, { path: "c.js", content: "" })).toBe(
    "c.js not written before, empty a.js → b.js not written any more",
  );
});
