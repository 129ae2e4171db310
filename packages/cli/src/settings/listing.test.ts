import { DEFAULT_SETTINGS, type Escalation } from "@llmch/contract/settings";
import pc from "picocolors";
import { expect, test } from "vitest";
import { settingLines } from "./listing.ts";

const NO_SETTINGS = { origins: {}, files: [], faults: [], untrusted: {}, repoServers: [], doubtedPrices: [] };

const row = (changes: Partial<Escalation>): Escalation => ({
  ...{ after: "any", failures: 1, do: "retry", model: null, usd: null },
  ...changes,
});

const listed = (escalation: readonly Escalation[]): readonly string[] => {
  const values = { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, escalation } };
  const resolved = { ...NO_SETTINGS, values, origins: { "factory.escalation": "llmch.config.json:3" } };
  return settingLines(resolved, { env: {}, cwd: "/" }, pc.createColors(false), "factory.escalation");
};

test("the escalation table has one line per row", () => {
  const rows = [
    row({ after: "review", do: "revise" }),
    row({ after: "cost", usd: 0.5, failures: 2, do: "model", model: "large" }),
  ];
  expect(listed(rows).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["factory"],
    ["escalation 1", '{"after":"review","failures":1,"do":"revise"}', "llmch.config.json:3"],
    ["escalation 2", '{"after":"cost","failures":2,"do":"model","model":"large","usd":0.5}', "llmch.config.json:3"],
  ]);
  expect(listed([])[1]).toContain("none");
});
