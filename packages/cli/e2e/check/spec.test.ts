import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { samplePlan } from "../plan/sample-plan.ts";

const scene = createPlanScene();
const GOOD = "# Notes\n\nnotes add TEXT keeps a note. notes list prints them.\n";
const OPEN = `${GOOD}Search must be fast.\nThe export format is TBD.\n`;

describe("llmch check of a spec", () => {
  it("exits with 0 if it breaks no rule", async () => {
    scene.write({ "spec.txt": GOOD, "SPEC.md": GOOD, spec: GOOD });
    for (const name of ["spec.txt", "SPEC.md", "spec"]) {
      const { code, stdout, stderr } = await scene.check([name]);
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: "PASS  2 demands, 0 errors, 0 warnings\n",
        stderr: "",
      });
    }
  });

  it("exits with 2 if it has a placeholder or demands nothing, and shows the line", async () => {
    scene.write({ "open.txt": OPEN, "title.md": "# Notes\n" });
    const { code, stdout, stderr } = await scene.check(["open.txt"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "FAIL  1 error, 1 warning\n" });
    expect(stderr).toContain(
      '[E312] line 5 has the placeholder "TBD"\n --> open.txt:5:22  TBD\n  |\n5 | The export format is TBD.\n',
    );
    expect(stderr).toMatch(/\[W313\] "fast" .*\n --> open\.txt:4:16 {2}fast\n/);
    expect(await scene.check(["title.md"])).toMatchObject({ code: 2, stderr: expect.stringContaining("[E311] ") });
  });

  it("says the same as JSON, as annotations and as SARIF", async () => {
    scene.write({ "open.txt": OPEN });
    expect(JSON.parse((await scene.check(["open.txt", "--json"])).stdout)).toMatchObject({
      ...{ exit_code: 2, demands: 4, counts: { errors: 1, warnings: 1 }, warnings: [{ code: "W313", pointer: "/3" }] },
      errors: [{ code: "E312", wo_id: null, field: "TBD", pointer: "/4" }],
    });
    const { stdout } = await scene.check(["open.txt", "--format", "github"]);
    expect(stdout).toContain("::error file=open.txt,line=5,col=22,title=E312::");
    const [run] = JSON.parse((await scene.check(["open.txt", "--format", "sarif"])).stdout).runs;
    expect(run.results[0].locations[0].physicalLocation.region).toMatchObject({ startLine: 5, startColumn: 22 });
  });

  it("takes warnings as errors with --strict", async () => {
    scene.write({ "vague.txt": `${GOOD}Search must be fast.\n` });
    expect((await scene.check(["vague.txt"])).code).toBe(0);
    expect((await scene.check(["vague.txt", "--strict"])).code).toBe(2);
  });

  it("does not take what claims to be a plan for one", async () => {
    scene.write({ "plan.txt": JSON.stringify(samplePlan()), "cut.txt": '{"work_orders": [', "prose.json": GOOD });
    expect((await scene.check(["plan.txt"])).stdout).toBe("PASS  2 orders, 0 errors, 0 warnings\n");
    expect((await scene.check(["cut.txt"])).code).toBe(4);
    expect((await scene.check(["prose.json"])).code).toBe(4);
  });

  it("refuses flags that are for plans", async () => {
    scene.write({ "spec.txt": GOOD });
    expect(await scene.check(["spec.txt", "--spec", "spec.txt"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--run and --spec are for plans"),
    });
  });
});
