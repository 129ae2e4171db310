import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { basesWanted, withBases } from "./bases.ts";
import { areComparable, pathsInWords, proposedChange } from "./proposal-diffs.ts";
import type { AttemptStory } from "./stories/attempt.ts";
import type { ProposedWrite } from "./stories/exchange.ts";
import type { OrderStory } from "./stories/order.ts";

const BASE = "one\ntwo\n";
const BASELINE = "b".repeat(40);
const write = (changes: Partial<ProposedWrite>): ProposedWrite => ({
  path: "a.js",
  base_sha256: sha256Hex(BASE),
  kind: "edits",
  content: null,
  edits: [],
  rename_to: null,
  base: { kind: "unknown" },
  ...changes,
});
const EDITS = [
  { find: "two", replace: "2" },
  { find: "one", replace: "1" },
];

/** The write after its base is found, or if its path has other content. */
const told = (changes: Partial<ProposedWrite>, text: string | null = BASE): ProposedWrite | undefined => {
  const attempt = { proposal: { summary: "", writes: [write(changes)] } } as unknown as AttemptStory;
  const story = { kind: "factory", baseline: BASELINE, attempts: [attempt] } as unknown as OrderStory & {
    readonly kind: "factory";
  };
  const run = story as unknown as Parameters<typeof withBases>[0];
  expect(basesWanted(run)).toEqual([{ commit: BASELINE, path: "a.js" }]);
  const found = withBases(run, () => text) as unknown as OrderStory;
  return found.attempts[0]?.proposal?.writes[0];
};

test.each<
  [string, Partial<ProposedWrite>, string | null, { before: string | null; after: string | null; isPart: boolean }]
>([
  ["edits", { edits: EDITS }, BASE, { before: BASE, after: "1\n2\n", isPart: false }],
  ["edits of what is not known", { edits: EDITS }, null, { before: "two\none\n", after: "2\n1\n", isPart: true }],
  ["edits of another file", { edits: EDITS }, "other\n", { before: "two\none\n", after: "2\n1\n", isPart: true }],
  [
    "edits that cannot be made",
    { edits: [{ find: "x", replace: "y" }] },
    BASE,
    { before: "x\n", after: "y\n", isPart: true },
  ],
  ["a rename", { kind: "rename", rename_to: "b.js" }, BASE, { before: BASE, after: BASE, isPart: false }],
  [
    "a rename of what is not known",
    { kind: "rename", rename_to: "b.js" },
    null,
    { before: null, after: null, isPart: false },
  ],
  [
    "a rename with edits",
    { kind: "rename", rename_to: "b.js", edits: EDITS },
    BASE,
    { before: BASE, after: "1\n2\n", isPart: false },
  ],
  ["a delete", { kind: "delete" }, BASE, { before: BASE, after: null, isPart: false }],
  ["new content", { kind: "content", content: "new\n" }, BASE, { before: BASE, after: "new\n", isPart: false }],
])("for %s before and after are given as far as known", (_, changes, text, expected) => {
  const found = told(changes, text);
  expect(found && proposedChange(found)).toEqual(expected);
});

test("a renamed file is shown with both of its paths", () => {
  expect(pathsInWords(write({ rename_to: "b.js" }))).toBe("a.js → b.js");
  expect(pathsInWords(write({}))).toBe("a.js");
});

test("writes are compared if they are of the same kind, and known to the same extent", () => {
  const whole = write({ edits: EDITS, content: "1\n2\n" });
  const part = write({ edits: EDITS });
  expect([areComparable(whole, whole), areComparable(part, part)]).toEqual([true, true]);
  expect([areComparable(part, whole), areComparable(whole, part)]).toEqual([false, false]);
  expect(areComparable(whole, write({ kind: "rename", rename_to: "b.js", content: "1\n2\n" }))).toBe(false);
});
