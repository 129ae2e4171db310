import { SHA256_OF_NOTHING, sha256Hex } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSeal, type SealedFile, sealDifferences, sealOf, sealText } from "./seal.ts";

const file = (path: string, content = path): SealedFile => ({
  path,
  bytes: content.length,
  sha256: sha256Hex(content),
});
const FILES = [
  file("run.json"),
  file("attempt_1/se_prompt.txt"),
  file("events.jsonl"),
  file("\u{1f44b}"),
  file("\uff5e"),
];

test("a seal is the same in whatever order the files come, and reads back", () => {
  const seal = sealOf(FILES);
  expect(seal.files.map(({ path }) => path)).toEqual([
    ...["attempt_1/se_prompt.txt", "events.jsonl", "run.json"],
    // By code point, although the last name has the smaller first UTF-16 unit.
    ...["\uff5e", "\u{1f44b}"],
  ]);
  expect(sealOf([...FILES].reverse())).toEqual(seal);
  expect(seal.files.at(-1)?.chain).toBe(seal.head);
  expect(readSeal(sealText(seal))).toEqual({ ok: true, value: seal });
  expect(sealDifferences(seal, FILES)).toEqual([]);
});

test("a chain value covers the previous one and the file's canonical JSON", () => {
  const [first, second] = sealOf([file("a"), file("b")]).files;
  const json = (name: string) => `{"bytes":1,"path":"${name}","sha256":"${sha256Hex(name)}"}`;
  expect(first?.chain).toBe(sha256Hex(`${SHA256_OF_NOTHING}\n${json("a")}`));
  expect(second?.chain).toBe(sha256Hex(`${first?.chain}\n${json("b")}`));
  expect(sealOf([]).head).toBe(SHA256_OF_NOTHING);
});

test("differences are reported once per file", () => {
  const now = [file("run.json", "other"), file("events.jsonl"), file("\u{1f44b}"), file("\uff5e"), file("added")];
  expect(sealDifferences(sealOf(FILES), now)).toEqual([
    { path: "added", kind: "added" },
    { path: "attempt_1/se_prompt.txt", kind: "missing" },
    { path: "run.json", kind: "changed" },
  ]);
});

test("no byte of a seal can be changed, removed or added", () => {
  const text = Buffer.from(sealText(sealOf(FILES)));
  const place = fc.nat(text.length - 1);
  const change = fc.oneof(
    fc.record({ kind: fc.constant("change" as const), place, by: fc.integer({ min: 1, max: 255 }) }),
    fc.record({ kind: fc.constant("cut" as const), place, by: fc.constant(0) }),
    fc.record({ kind: fc.constant("add" as const), place, by: fc.nat(255) }),
  );
  fc.assert(
    fc.property(change, ({ kind, place, by }) => {
      const inserted = kind === "cut" ? [] : [kind === "add" ? by : (text[place] ?? 0) ^ by];
      const rest = text.subarray(kind === "add" ? place : place + 1);
      const changed = Buffer.concat([text.subarray(0, place), Buffer.from(inserted), rest]);
      return changed.equals(text) || !readSeal(changed.toString()).ok;
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["cut off", (text: string) => text.slice(0, -20), /it is not JSON/],
  ["without files", () => '{"format":1,"head":"0"}', /it is not a seal/],
  ["of another format", (text: string) => text.replace('"format":1', '"format":2'), /it is not a seal/],
  ["about another size", (text: string) => text.replace('"bytes":8', '"bytes":9'), /its chain breaks at run\.json/],
  [
    "in another order",
    () => sealText({ ...sealOf(FILES), files: [...sealOf(FILES).files].reverse() }),
    /breaks at \u{1f44b}/u,
  ],
  ["of fewer files", () => sealText({ ...sealOf(FILES), files: sealOf(FILES).files.slice(0, 2) }), /its head/],
  ["with a space", (text: string) => `${text} `, /not written as llmch writes it/],
])("a seal %s is refused with the reason", (_, change, why) => {
  expect(readSeal(change(sealText(sealOf(FILES))))).toMatchObject({ ok: false, issues: [expect.stringMatching(why)] });
});
