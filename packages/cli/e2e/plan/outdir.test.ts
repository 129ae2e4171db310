import { describe, expect, it } from "vitest";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

const OLD_PLAN = {
  "wo/WO-01.json": "old",
  "wo/WO-02.json": "old",
  "wo/WO-09.json": "old",
  "wo/WO-old.json": "old",
  "wo/WORK_ORDERS_MANIFEST.json": "old",
};
const OTHERS = {
  "wo/notes.txt": "mine",
  "wo/wo-01.json": "mine",
  "wo/WO-01.json.bak": "mine",
  "wo/sub/WO-01.json": "mine",
};

describe.concurrent("llmch plan --outdir", () => {
  it("makes the folder, parents and all, and writes the plan there and into the run", async () => {
    const scene = createPlanScene([samplePlan()]);
    const { code, stdout } = await scene.replay(["--outdir", "deep/in here/wö"]);
    expect(code).toBe(0);
    expect(stdout).toBe(`PASS  2 work orders in 1 attempt: ${scene.root}/deep/in here/wö\n`);
    const names = ["WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json"];
    expect(scene.names("deep/in here/wö")).toEqual(names);
    expect(scene.names(`${scene.run()}/output`)).toEqual(names);
    for (const name of names) {
      expect(scene.read(`deep/in here/wö/${name}`)).toBe(scene.read(`${scene.run()}/output/${name}`));
    }
  });

  it("accepts a folder with other files in it, and leaves them", async () => {
    const scene = createPlanScene([samplePlan()]);
    scene.write(OTHERS);
    expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
    for (const [path, text] of Object.entries(OTHERS)) expect(scene.read(path)).toBe(text);
  });

  it("with --overwrite replaces the old plan's files and no others", async () => {
    const scene = createPlanScene([samplePlan([sampleOrder(1)])]);
    scene.write({ ...OLD_PLAN, ...OTHERS });
    expect((await scene.replay(["--outdir", "wo", "--overwrite"])).code).toBe(0);
    expect(scene.names("wo")).toEqual(
      ["WO-01.json", "WO-01.json.bak", "WORK_ORDERS_MANIFEST.json", "notes.txt", "sub", "wo-01.json"].sort(),
    );
    for (const [path, text] of Object.entries(OTHERS)) expect(scene.read(path)).toBe(text);
    expect(scene.json("wo/WO-01.json").id).toBe("WO-01");
  });

  it.each([
    ["still invalid", [invalidPlan()], 2],
    ["no JSON", ["I cannot."], 4],
    ["not answered", [], 3],
  ])("with --overwrite keeps the old plan while the new one is %s", async (_, answers, exit) => {
    const scene = createPlanScene(answers);
    scene.write(OLD_PLAN);
    expect((await scene.replay(["--outdir", "wo", "--overwrite", "--max-attempts", "1"])).code).toBe(exit);
    for (const [path, text] of Object.entries(OLD_PLAN)) expect(scene.read(path)).toBe(text);
    expect(scene.names("wo")).toHaveLength(Object.keys(OLD_PLAN).length);
  });

  it("does not lose a plan that cannot be written there", async () => {
    const scene = createPlanScene([samplePlan()]);
    scene.write({ "wo/WO-01.json/in-the-way": "" });
    const { code, stdout } = await scene.replay(["--outdir", "wo", "--overwrite"]);
    const output = `${scene.run()}/output`;
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ERROR {2}the plan stands, but [^\n]*wo cannot be written \([^\n]*\): copy it from [^\n]*\/output\n$/,
    );
    expect(scene.names(output)).toEqual(["WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json"]);
    expect(scene.json(`${scene.run()}/run.json`).success).toBe(false);
  });
});
