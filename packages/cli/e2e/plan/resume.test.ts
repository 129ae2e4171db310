import { describe, expect, it } from "vitest";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, samplePlan } from "./sample-plan.ts";

describe.concurrent("a plan that ended before it was valid", () => {
  it("resumes with the answers that it has, and asks only for the next one", async () => {
    const scene = createPlanScene([invalidPlan()]);
    const first = await scene.replay(["--outdir", "wo"]);
    expect(first.code).toBe(3);
    const listed = await scene.llmch(["runs"]);
    expect(listed.stdout).toMatch(/ {2}stopped {2}plan /);
    expect(listed.stderr).toMatch(/^to continue the newest:\n {2}llmch resume [0-9A-Z]{26}\n$/m);

    // The first answer is gone, and the spec has changed: neither is read again.
    scene.write({
      "exchanges.jsonl": `${JSON.stringify({ key: "plan/attempt-2", response: { text: JSON.stringify(samplePlan()) } })}\n`,
      "spec.txt": "something else\n",
    });
    const { code, stdout } = await scene.llmch(["resume", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ command: "resume", verdict: "PASS", counts: { attempts: 2 } });
    expect(scene.names("wo")).toContain("WORK_ORDERS_MANIFEST.json");
    expect(scene.read(`${scene.run()}/exchanges.jsonl`).trimEnd().split("\n")).toHaveLength(2);
    expect(scene.json(`${scene.run()}/run.json`)).toMatchObject({ success: true });
    expect((await scene.llmch(["resume"])).stderr).toContain("there is no unfinished run");
  });

  it("replaces what it had begun to write, and nobody else's plan", async () => {
    const scene = createPlanScene([samplePlan()]);
    await scene.replay(["--outdir", "wo"]);
    const run = scene.run();
    const lines = scene.read(`${run}/events.jsonl`).trimEnd().split("\n");
    // As left by a process that was killed while it wrote out the plan.
    scene.write({ [`${run}/events.jsonl`]: `${lines.slice(0, -1).join("\n")}\n`, "wo/.llmch-half": "" });
    const again = await scene.llmch(["resume"]);
    expect(again.code).toBe(0);

    scene.write({ [`${run}/events.jsonl`]: `${lines.slice(0, -1).join("\n")}\n`, "wo/WO-01.json": "{}" });
    const refused = await scene.llmch(["resume"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("already holds a plan");
    expect(scene.read("wo/WO-01.json")).toBe("{}");
  });

  it("gets more attempts if it has used all", async () => {
    const scene = createPlanScene([invalidPlan(), invalidPlan()]);
    expect((await scene.replay(["--max-attempts", "2"])).code).toBe(2);
    const refused = await scene.llmch(["resume"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /the plan has used its 2 attempts: give it more: `llmch resume \S+ --max-attempts \+2`/,
    );
    scene.write({
      "exchanges.jsonl": `${JSON.stringify({ key: "plan/attempt-3", response: { text: JSON.stringify(samplePlan()) } })}\n`,
    });
    expect((await scene.llmch(["resume", "--max-attempts", "+1"])).code).toBe(0);
  });
});
