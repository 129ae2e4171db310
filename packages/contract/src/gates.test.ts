import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GATES, refusalFiles, stepOfPhase } from "./gates.ts";
import { ATTEMPT_STAGES } from "./stage.ts";

describe("the catalogue of gates", () => {
  test("has a gate for each stage at which an attempt can be refused", () => {
    const refused = new Set(GATES.flatMap(({ refuses }) => Object.keys(refuses)));
    expect(refused).toEqual(new Set(ATTEMPT_STAGES));
  });

  test("is the table in docs/architecture.md", () => {
    const page = readFileSync(new URL("../../../docs/architecture.md", import.meta.url), "utf8");
    const rows = GATES.slice(0, -1).map(({ step, asks, refuses, when }) => {
      const stages = Object.keys(refuses).map((stage) => `\`${stage}\``);
      return `| ${step}${when === null ? "" : `, ${when}`} | ${asks} | ${stages.join(", ")} |`;
    });
    expect(page.split("\n").map((line) => line.trim())).toEqual(expect.arrayContaining(rows));
  });

  test.each([
    ["baseline", "baseline"],
    ["baseline_acceptance", "baseline"],
    ["check", "propose"],
    ["fix", "derive"],
    ["acceptance", "accept"],
    ["review", "review"],
  ] as const)("counts a command of %s to %s", (phase, step) => {
    expect(stepOfPhase(phase)).toBe(step);
  });

  test("names the files that say why, the last gate's last", () => {
    expect(refusalFiles("acceptance_failed").map(({ name }) => name)).toEqual([
      "acceptance_result.json",
      "review.json",
    ]);
    expect(refusalFiles("preflight")).toEqual([]);
  });
});
