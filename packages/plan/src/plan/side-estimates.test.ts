import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { divisionEstimate, triageEstimate } from "./side-estimates.ts";

const ORDERS = [{ id: "WO-01" }, { id: "WO-02" }];
const row = (failures: number): Settings["factory"]["escalation"][number] => ({
  ...{ after: "any", failures, do: "divide", model: null, usd: null },
});
const DIVIDED = { ...DEFAULT_SETTINGS.triage.complex, divide: true };
const divided = (escalation: Settings["factory"]["escalation"], triage: Partial<Settings["triage"]> = {}) => {
  const { planner, factory, models } = DEFAULT_SETTINGS;
  const settings = {
    ...{ planner: { ...planner, max_attempts: 3 }, factory: { ...factory, escalation }, models },
    triage: { ...DEFAULT_SETTINGS.triage, ...triage },
  };
  return divisionEstimate(ORDERS, "a.txt", new Map([["a.txt", 4_000]]), 0.5, settings);
};

test("each order may be divided once, with as many calls as the planner may make, if a setting says so", () => {
  expect(divided([])).toBeNull();
  expect(divided([], { complex: DIVIDED })).toBeNull();
  const [first, second, complex] = [
    divided([row(1)]),
    divided([row(2)]),
    divided([], { orders: true, complex: DIVIDED }),
  ];
  expect(first).toMatchObject({ model: DEFAULT_SETTINGS.planner.model[0], likely: { calls: 1 }, high: { calls: 6 } });
  for (const other of [second, complex])
    expect(other).toEqual({ ...first, likely: { calls: 0, input_tokens: 0, output_tokens: 0 } });
  expect(first?.high.input_tokens).toBeGreaterThan(6 * (first?.likely.input_tokens ?? 0));
});

test("triage takes one call per order, with its own model if it has one", () => {
  const asked = triageEstimate(ORDERS, DEFAULT_SETTINGS);
  expect(asked).toMatchObject({ model: DEFAULT_SETTINGS.factory.model[0], likely: { calls: 2 }, high: { calls: 2 } });
  const triage = { ...DEFAULT_SETTINGS.triage, model: "small" };
  expect(triageEstimate(ORDERS, { ...DEFAULT_SETTINGS, triage }).model).toBe("small");
});
