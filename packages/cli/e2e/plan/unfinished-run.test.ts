import { describe, expect, it } from "vitest";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan } from "./sample-plan.ts";

describe.concurrent("the record of a plan that failed", () => {
  it.each([
    ["still invalid", [invalidPlan()], 2, ["E103", "E104"]],
    ["not JSON", ["no"], 4, ["E000"]],
    ["not answered", [], 3, []],
  ])("is still completed: %s", async (_, answers, exit, codes) => {
    const scene = createPlanScene(answers);
    expect((await scene.replay(["--max-attempts", "1"])).code).toBe(exit);
    const { success, finished_at_utc, outputs } = scene.json(`${scene.run()}/run.json`);
    expect({ success, finished_at_utc }).toEqual({ success: false, finished_at_utc: expect.any(String) });
    expect(outputs).toMatchObject({
      work_order_count: 0,
      compile_attempts: 1,
      manifest_sha256: null,
      validation_errors: codes.map((code) => ({ code })),
    });
    const kept = scene.names(`${scene.run()}/compile`);
    expect(kept).toContain("compile_summary.json");
    expect(kept).toContain("prompt_attempt_1.txt");
    expect(scene.names(scene.run())).not.toContain("output");
  });
});
