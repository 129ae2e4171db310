import { describe, expect, it } from "vitest";
import { createPlanScene, type PlanScene } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

const SCRIPT = "scripts/verify.sh";
const scriptOrder = sampleOrder(1, {
  preconditions: [],
  postconditions: [{ kind: "file_exists", path: SCRIPT }],
  allowed_files: [SCRIPT],
});

/** A file's text from a line and column on. */
const textAt = (scene: PlanScene, path: string, line: number, column: number) =>
  scene
    .read(path)
    .split("\n")
    [line - 1]?.slice(column - 1);

describe.concurrent("diagnostics of a plan are shown at their place:", () => {
  it("warnings in the written orders, whatever ids the model gave them", async () => {
    const warned = sampleOrder(2, { acceptance_commands: ["node src/part-2.js", "echo done"] });
    const scene = createPlanScene([samplePlan([scriptOrder, warned])]);
    scene.write({ [`app/${SCRIPT}`]: "true\n" });
    const { code, stdout, stderr } = await scene.replay(["--repo", "app", "--outdir", "wo", "--format", "github"]);
    expect(code).toBe(0);
    const [, line, column] =
      /^::warning file=wo\/WO-01\.json,line=(\d+),col=(\d+),title=W204::WO-02: .*\n$/.exec(stdout) ?? [];
    expect(textAt(scene, "wo/WO-01.json", Number(line), Number(column))).toBe('"echo done"');
    expect(stderr).toMatch(/^PASS {2}1 work order/m);
  });

  it("errors in the last answer, as SARIF and for people", async () => {
    const scene = createPlanScene([invalidPlan()]);
    const { code, stdout, stderr } = await scene.replay(["--max-attempts", "1", "--format", "sarif"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^FAIL {2}still invalid/m);
    const [found] = JSON.parse(stdout).runs[0].results;
    const { artifactLocation, region } = found.locations[0].physicalLocation;
    const uri = `${scene.run()}/compile/manifest_raw_attempt_1.json`;
    expect(artifactLocation).toEqual({ uri, uriBaseId: "%SRCROOT%" });
    expect(textAt(scene, uri, region.startLine, region.startColumn)).toBe('"src/other.js"');
  });

  it("a fault inside fences, in the answer as it came", async () => {
    const scene = createPlanScene(['```json\n{"work_orders":\n  nope}\n```']);
    const { code, stdout, stderr } = await scene.replay(["--max-attempts", "1"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "FAIL  no JSON after 1 attempt\n" });
    const [, path = "", line, column] = /^ +--> (\S+):(\d+):(\d+)$/m.exec(stderr) ?? [];
    expect(path).toBe(`${scene.run()}/compile/llm_raw_response_attempt_1.txt`);
    expect(textAt(scene, path, Number(line), Number(column))).toBe("nope}");
  });
});
