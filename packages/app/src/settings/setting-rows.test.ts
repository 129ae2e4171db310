import { DEFAULT_SETTINGS, type Escalation } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { type SettingRow, settingRows } from "./setting-rows.ts";

const NO_SETTINGS = { origins: {}, files: [], faults: [], untrusted: {}, repoServers: [], doubtedPrices: [] };

const row = (changes: Partial<Escalation>): Escalation => ({
  ...{ after: "any", failures: 1, do: "retry", model: null, usd: null },
  ...changes,
});

const listed = (escalation: readonly Escalation[]): readonly SettingRow[] => {
  const values = { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, escalation } };
  const resolved = { ...NO_SETTINGS, values, origins: { "factory.escalation": "llmch.config.json:3" } };
  return settingRows(resolved, "factory.escalation", { env: {}, cwd: "/" }).rows;
};

test("the escalation table has one row for each of its own", () => {
  const rows = [
    row({ after: "review", do: "revise" }),
    row({ after: "cost", usd: 0.5, failures: 2, do: "model", model: "large" }),
  ];
  const [group, origin] = ["factory", "llmch.config.json:3"];
  expect(listed(rows)).toEqual([
    { group, name: "escalation 1", value: '{"after":"review","failures":1,"do":"revise"}', origin },
    {
      group,
      name: "escalation 2",
      value: '{"after":"cost","failures":2,"do":"model","model":"large","usd":0.5}',
      origin,
    },
  ]);
  expect(listed([])).toEqual([{ group, name: "escalation", value: "none", origin }]);
});
