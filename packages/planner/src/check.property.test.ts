import type { JsonValue } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkManifest, checkText } from "./check.ts";
import { order, plan, simplePython, verifyOrder } from "./plan.fixture.ts";

const options = { repoFiles: [], syntaxes: { python: () => simplePython } };
const exists = (path: string) => ({ kind: "file_exists", path });

const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.jsonValue().map((any): JsonValue => JSON.parse(JSON.stringify(any))),
  fc.constantFrom<JsonValue>("", "..", "*", "WO-01", "python -c 'x !!'", "a | 'b", "\ud800", 1e308, {}, [], null),
);

/** A value after a random part was replaced, removed or added. */
const mutated = (value: JsonValue): fc.Arbitrary<JsonValue> => {
  if (typeof value !== "object" || value === null) return junk;
  const entries = Object.entries(value);
  if (entries.length === 0) return junk;
  return fc.nat(entries.length - 1).chain((at) => {
    const inner = entries[at]?.[1] ?? null;
    return fc
      .oneof(
        { weight: 5, arbitrary: mutated(inner) },
        { weight: 1, arbitrary: junk },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((replacement) => {
        const kept = entries.flatMap(([key, old], index): [string, JsonValue][] =>
          index !== at ? [[key, old]] : replacement === undefined ? [] : [[key, replacement]],
        );
        return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
      });
  });
};

describe("whatever the input", () => {
  const sound = plan(
    [verifyOrder(1), order(2, { preconditions: [] }), order(3, { acceptance_commands: ["python -c 'import os'"] })],
    {
      verify_contract: { command: "x", requires: [exists("scripts/verify.sh")] },
    },
  );
  const holds = (document: JsonValue) => {
    const before = JSON.stringify(document);
    const { errors, warnings, verifyExempt, orders } = checkManifest(document, {
      ...options,
      dropVerifyScriptOrder: true,
    });
    for (const { code } of errors) expect(code).toMatch(/^E/);
    for (const { code } of warnings) expect(code).toMatch(/^W/);
    expect(orders.length > 0).toBe(errors.length === 0);
    expect(Object.keys(verifyExempt)).toHaveLength(orders.length);
    expect(JSON.stringify(document)).toBe(before);
  };

  test("any JSON gives diagnostics without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => holds(JSON.parse(JSON.stringify(value)))),
      { numRuns: 300 },
    );
  });

  test("any orders in a plan give diagnostics without throwing", () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), (orders) => holds(plan(JSON.parse(JSON.stringify(orders))))));
  });

  test("a sound plan with a few changes gives diagnostics without throwing", () => {
    const broken = mutated(sound).chain(mutated).chain(mutated);
    fc.assert(fc.property(broken, holds), { numRuns: 600 });
  });

  test("values that cannot be converted to strings give diagnostics too", () => {
    const odd = { toString: false, valueOf: false };
    const conditions = [odd, { kind: odd, path: odd }];
    const document = {
      system_overview: [odd],
      verify_contract: { command: odd, requires: conditions },
      work_orders: [odd, order(2, { id: odd, title: odd, preconditions: conditions, acceptance_commands: [odd] })],
    };
    holds(JSON.parse(JSON.stringify(document)));
  });

  test("any text gives diagnostics without throwing", () => {
    const whole = JSON.stringify(sound);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), fc.string(), (at, length, text) => {
        checkText(whole.slice(0, at) + text + whole.slice(at + length), options);
      }),
      { numRuns: 300 },
    );
  });
});
