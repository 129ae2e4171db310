import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const needs = (path: string) => ({ preconditions: [{ kind: "file_exists", path }] });

describe("llmch check of a directory", () => {
  it("reads the orders by number, not by name", async () => {
    const scene = createPlanScene();
    for (let number = 1; number <= 101; number++) {
      const order = sampleOrder(number, number === 1 ? {} : needs(`src/part-${number - 1}.js`));
      scene.write({ [`wo/${order.id}.json`]: order });
    }
    scene.write({ "wo/notes.json": "{", "wo/WO-x.json": "{", "wo/README.md": "" });
    const { code, stdout } = await scene.check(["wo"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "PASS  101 orders, 0 errors, 0 warnings\n" });
  });

  it("says which number is missing", async () => {
    const scene = createPlanScene();
    scene.write({ "wo/WO-01.json": sampleOrder(1), "wo/WO-03.json": sampleOrder(3) });
    const { code, stderr } = await scene.check(["wo"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\[E001\] WO-03: [^\n]*WO-02 is due[^\n]*\n --> wo\/WO-03\.json:1:7 {2}id\n/);
  });

  it("judges by the verify contract of the manifest beside them, and ignores the rest of it", async () => {
    const scene = createPlanScene();
    const requires = [{ kind: "file_exists", path: "src/part-2.js" }];
    const manifest = samplePlan([sampleOrder(7)], { command: "node --test", requires });
    scene.write({
      "wo/WO-01.json": sampleOrder(1),
      "wo/WO-02.json": sampleOrder(2),
      "wo/WO-03.json": sampleOrder(3),
      "wo/WORK_ORDERS_MANIFEST.json": manifest,
    });
    const { code, stdout } = await scene.check(["wo", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).verify_exempt).toEqual({ "WO-01": true, "WO-02": false, "WO-03": false });

    scene.write({
      "wo/WORK_ORDERS_MANIFEST.json": { verify_contract: { requires: [{ kind: "file_exists", path: "z" }] } },
    });
    const unmet = await scene.check(["wo"]);
    expect(unmet.code).toBe(2);
    expect(unmet.stderr).toMatch(/^\[E106\] [^\n]*"z"[^\n]*\n --> wo\/WORK_ORDERS_MANIFEST\.json:1:62 /);
  });

  it("without a manifest has no contract, so that no order is exempt", async () => {
    const scene = createPlanScene();
    scene.write({ "wo/WO-01.json": sampleOrder(1, { verify_exempt: true }) });
    const { stdout } = await scene.check(["wo", "--json"]);
    expect(JSON.parse(stdout).verify_exempt).toEqual({ "WO-01": false });
  });

  it("names every file that is not JSON, the manifest too", async () => {
    const scene = createPlanScene();
    scene.write({
      "wo/WO-01.json": "{",
      "wo/WO-02.json": sampleOrder(2),
      "wo/WO-03.json": "",
      "wo/WORK_ORDERS_MANIFEST.json": "[1",
    });
    const { code, stderr } = await scene.check(["wo"]);
    expect(code).toBe(4);
    expect(stderr.match(/^\[E000\] \S+/gm)).toEqual([
      "[E000] WO-01.json",
      "[E000] WO-03.json",
      "[E000] WORK_ORDERS_MANIFEST.json",
    ]);
  });

  it("does not advise the form of a manifest for an order that is not JSON", async () => {
    const scene = createPlanScene();
    scene.write({ "wo/WO-01.json": sampleOrder(1), "wo/WO-02.json": '{"id": "WO-02",}' });
    const { stderr } = await scene.check(["wo"]);
    expect(stderr).toContain("= hint: write the order as one JSON object\n");
  });

  it.each([
    ["wo/WO-01.json", "llmch check wo"],
    ["WO-01.json", "llmch check ."],
    ["my orders/WO-01.json", "llmch check 'my orders'"],
  ])("is advised for the file of one of its orders: %s", async (file, command) => {
    const scene = createPlanScene();
    scene.write({ [file]: sampleOrder(1) });
    const { code, stderr } = await scene.check([file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\[E000\] .*: this is one work order, WO-01, not a plan\n --> .*WO-01\.json:1:\d+\n/);
    expect(stderr).toContain(`= hint: check the directory of its plan: \`${command}\`\n`);
  });

  it.each(["[]", '"x"', "1"])("does not pass over a manifest that is %s", async (manifest) => {
    const scene = createPlanScene();
    scene.write({ "wo/WO-01.json": sampleOrder(1), "wo/WORK_ORDERS_MANIFEST.json": manifest });
    const { code, stderr } = await scene.check(["wo"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "[E000] WORK_ORDERS_MANIFEST.json holds no JSON object\n --> wo/WORK_ORDERS_MANIFEST.json:1:1",
    );
  });

  it("accepts what `llmch plan` wrote, and prints its exemptions", async () => {
    const contract = { command: "node --test", requires: [{ kind: "file_exists", path: "src/part-2.js" }] };
    const scene = createPlanScene([samplePlan([sampleOrder(1), sampleOrder(2)], contract)]);
    expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
    const [directory, manifest] = await Promise.all(
      ["wo", "wo/WORK_ORDERS_MANIFEST.json"].map((target) => scene.check([target, "--json"])),
    );
    expect(JSON.parse(directory?.stdout ?? "").verify_exempt).toEqual({ "WO-01": true, "WO-02": false });
    expect(JSON.parse(manifest?.stdout ?? "").verify_exempt).toEqual({ "WO-01": true, "WO-02": false });
    expect(scene.json("wo/WO-01.json").verify_exempt).toBe(true);
    expect(scene.json("wo/WO-02.json").verify_exempt).toBe(false);
  });
});
