import { growth, MOST_GROWTH } from "@llmch/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileLayer } from "./file-layer.ts";

const layerOf = (text: string) => fileLayer({ path: "/r/f.json", name: "f.json", text, writer: "user" }, []);
const PLACED = /^f\.json:[1-9]\d*:[1-9]\d*: ./;

test("any text gives settings or faults with their places", () => {
  const document = JSON.stringify({
    planner: { model: ["a", "anthropic:b"], max_attempts: 3 },
    models: { compatible: { a: { base_url: "http://h", key_variable: "K" } }, prices: { x: { input: 1, output: 2 } } },
  });
  const mutated = fc
    .array(
      fc.tuple(
        fc.nat(document.length),
        fc.constantFrom("", "{", "}", '"', ",", "[", "//", "/*", "\n", "\ufeff", "1e999", "__proto__"),
      ),
      { maxLength: 6 },
    )
    .map((edits) => edits.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 1), document));
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string(), fc.json()), (text) => {
      const { layer, faults } = layerOf(text);
      for (const { message } of faults) expect(message).toMatch(PLACED);
      for (const name of Object.keys(layer.values)) expect(layer.originOf(name)).toMatch(/^f\.json:[1-9]\d*$/);
    }),
    { numRuns: 150 },
  );
});

test("a file full of faults is reported in linear time, with the first of them", async () => {
  const layerWith = (faults: number) =>
    layerOf(`{"planner": {${Array.from({ length: faults }, (_, index) => `"name_of_mine_${index}": 1`).join()}}}`);
  expect(layerWith(20_000).faults).toHaveLength(100);
  expect(await growth(layerWith, 5_000)).toBeLessThan(MOST_GROWTH);
});
