import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../testkit/src/texts/any-character.ts";
import { harmlessJson } from "./json.ts";
import { harmlessJsonPieces } from "./json-pieces.ts";

const whole = (value: unknown): string => [...harmlessJsonPieces(value)].join("");

test("a document in pieces has the same bytes as in one piece", () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 8 }), fc.constantFrom("##[a]", "\n", "\u001b[1m"));
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { maxDepth: 9, depthSize: "large" },
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(null, undefined)),
      fc.array(tie("document"), { maxLength: 4 }),
      fc.dictionary(text, tie("document"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(text, document), (value) => {
      expect(whole(value)).toBe(harmlessJson(JSON.stringify(value, null, 2)));
    }),
  );
});

test("a large document comes in several pieces, however deep it is", () => {
  const large = {
    story: { orders: Array.from({ length: 2_000 }, (_, index) => ({ run: { attempts: ["x", index] } })) },
  };
  expect([...harmlessJsonPieces(large)].length).toBeGreaterThan(2);
  expect(whole(large)).toBe(JSON.stringify(large, null, 2));
});
