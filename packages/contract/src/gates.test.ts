import { describe, expect, test } from "vitest";
import { GATES, refusalFiles, stepOfPhase } from "./gates.ts";
import { ATTEMPT_STAGES } from "./stage.ts";

describe("the catalogue of gates", () => {
  test("has a gate for each stage at which an attempt can be refused", () => {
    const refused = new Set(GATES.flatMap(({ refuses }) => Object.keys(refuses)));
    expect(refused).toEqual(new Set(ATTEMPT_STAGES));
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
