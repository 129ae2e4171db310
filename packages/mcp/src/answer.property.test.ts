import fc from "fast-check";
import { expect, test } from "vitest";
import { answer, beginning, MOST_BYTES, sentBytes } from "./answer.ts";

const text = fc
  .tuple(fc.constantFrom("t", "\u0001", '"', "\\", "é", "\ud83d", "😀"), fc.nat({ max: 100_000 }))
  .map(([part, times]) => part.repeat(times));
const members = fc
  .tuple(fc.nat({ max: 20_000 }), fc.constantFrom(true, 1e-7, null, "", [], {}))
  .map(([count, each]) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, each])));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    members,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 2 }),
  ),
}));
const link = fc.record({ type: fc.constant("resource_link" as const), uri: text, name: text });

test("no answer is over 256 KB as it is sent, whatever it is of, and one that is cut says so", () => {
  fc.assert(
    fc.property(members, value, text, fc.array(link, { maxLength: 2 }), (many, part, whole, links) => {
      const document = { ok: true, exit_code: 0, ...many, part };
      const result = answer(document, whole, whole, { links });
      expect(sentBytes(result)).toBeLessThanOrEqual(MOST_BYTES);
      if (JSON.stringify(result.structuredContent) !== JSON.stringify(document, (_, each) => each ?? undefined))
        expect(result.structuredContent).toMatchObject({ ok: true, exit_code: 0, cut: expect.any(String) });
    }),
    { numRuns: 15 },
  );
});

test("the beginning of a text is within half of that as it is sent", () => {
  fc.assert(
    fc.property(text, (whole) => sentBytes(beginning(whole)) <= MOST_BYTES / 2 && whole.startsWith(beginning(whole))),
  );
});
