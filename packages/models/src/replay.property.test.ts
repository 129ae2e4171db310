import { assessmentCall, callKey, type Exchange, keyInWindow, orderCall, planCall, scopeCall } from "@llmch/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readExchanges } from "./replay.ts";

const window = fc.integer({ min: 1, max: 120 });
const key = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((attempt) => callKey(planCall(attempt))),
  fc
    .tuple(
      fc.constantFrom("WO-01", "WO-02.1", "WO-100"),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([order, attempt, turn]) => callKey(orderCall(order, attempt, turn))),
);
const exchanges = fc
  .uniqueArray(fc.tuple(key, fc.string()), { selector: ([each]) => each })
  .map((all) => all.map(([each, text]): Exchange => ({ key: each, response: { text } })));

const textOf = (all: readonly Exchange[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join("");
const written = (all: readonly Exchange[], of: number): readonly Exchange[] =>
  all.map((each) => ({ ...each, key: keyInWindow(of, each.key) }));
const read = (all: readonly Exchange[], of: number | null): readonly Exchange[] => {
  const found = readExchanges(textOf(all), "it", of);
  if (!found.ok) throw new Error(found.issues[0].message);
  for (const [name, exchange] of found.value) expect(exchange.key).toBe(name);
  return [...found.value.values()];
};

test("what is written with its window is read without it, and a record without one is read as it is", () => {
  fc.assert(
    fc.property(exchanges, window, (all, of) => {
      expect(read(written(all, of), of)).toEqual(all);
      expect(read(written(all, of), null)).toEqual(all);
      expect(read(all, of)).toEqual(all);
      expect(read(all, null)).toEqual(all);
    }),
  );
});

test("of several windows one is read, whose own lines count before those without a window", () => {
  fc.assert(
    fc.property(exchanges, exchanges, exchanges, window, (bare, first, second, of) => {
      const record = [...written(second, of + 1), ...bare, ...written(first, of)];
      const mine = new Map([...bare, ...first].map((each) => [each.key, each]));
      expect(new Map(read(record, of).map((each) => [each.key, each]))).toEqual(mine);
      if (first.length > 0 && second.length > 0) expect(read(record, null)).toEqual(bare);
    }),
  );
});

test("a build's own keys are whole", () => {
  const own = [scopeCall(1), assessmentCall(2, 1)].map((call) => callKey(call));
  const all = [...own, `${own[1]}/cut`].map((each): Exchange => ({ key: each, response: { text: "" } }));
  for (const of of [null, 1, 2]) expect(read(all, of)).toEqual(all);
});
