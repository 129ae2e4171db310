import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const scene = createPlanScene();

describe("llmch check exits with", () => {
  it("0 if there is no error, in one line on stdout", async () => {
    scene.write({ "good.json": samplePlan() });
    expect(await scene.check(["good.json"])).toEqual({
      code: 0,
      signal: null,
      stdout: "PASS  2 orders, 0 errors, 0 warnings\n",
      stderr: "",
    });
  });

  it("0 if there are only warnings", async () => {
    scene.write({
      "warned.json": samplePlan([sampleOrder(1, { acceptance_commands: ['python3 -c "import nowhere"'] })]),
    });
    const { code, stdout, stderr } = await scene.check(["warned.json"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "PASS  1 order, 0 errors, 1 warning\n" });
    expect(stderr).toMatch(/^\[W101\] WO-01: .*"nowhere".*\n --> warned\.json:1:383 /);
  });

  it("2 if there is an error, and names all of them", async () => {
    scene.write({
      "bad.json": samplePlan([sampleOrder(1, { acceptance_commands: ["a | b", "c 'd"] }), sampleOrder(3)]),
    });
    const { code, stdout, stderr } = await scene.check(["bad.json"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "FAIL  3 errors, 0 warnings\n" });
    expect(stderr.match(/^\[E\d{3}\] WO-\d\d/gm)).toEqual(["[E003] WO-01", "[E007] WO-01", "[E001] WO-03"]);
  });

  it("4 if the target is not JSON, still with an E000", async () => {
    scene.write({ "broken.json": '{"work_orders": [' });
    const { code, stdout, stderr } = await scene.check(["broken.json"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "FAIL  1 error, 0 warnings\n" });
    expect(stderr).toMatch(/^\[E000\] .* not JSON .*\n --> broken\.json:1:\d+\n/);
  });

  const one = sampleOrder(1);
  const refusals: readonly (readonly [
    title: string,
    files: Readonly<Record<string, object | string>>,
    argv: readonly string[],
    line: RegExp,
  ])[] = [
    ["a target that is not there", {}, ["nowhere.json"], /nowhere\.json cannot be read \(there is no such file\)/],
    ["a directory without orders", { "empty/notes.txt": "" }, ["empty"], /empty holds no WO-NN\.json/],
    [
      "two files of one number",
      { "twins/WO-1.json": one, "twins/WO-01.json": one },
      ["twins"],
      /WO-01\.json and WO-1\.json have the same number/,
    ],
    ["a target that is not UTF-8", { "latin.json": new Uint8Array([0x22, 0xe9, 0x22]) }, ["latin.json"], /not UTF-8/],
    ["a --repo that is not there", { "m.json": one }, ["m.json", "--repo", "nowhere"], /nowhere cannot be listed/],
    ["no target, and no plan", {}, [], /there is no plan in .*: make one with `llmch plan SPEC`/],
    ["two targets", {}, ["a", "b"], /too many arguments/],
    ["an unknown flag", {}, ["m.json", "--fix"], /unknown option '--fix'/],
    ["a flag without its value", {}, ["m.json", "--repo"], /'--repo <dir>' argument missing/],
    ["an empty target", {}, [""], /give a value that is not empty/],
  ];
  it.concurrent.each(refusals)("1 on %s, in one line with the hint", async (_, files, argv, line) => {
    scene.write(files);
    const { code, stdout, stderr } = await scene.check(argv);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: [^\n]+: [^\n]+\n$/);
    expect(stderr).toMatch(line);
  });

  it("the same codes for the same plans, whatever the other flags", async () => {
    scene.write({ "good.json": samplePlan() });
    scene.write({ "bad.json": invalidPlan() });
    const codes = await Promise.all(
      [["good.json"], ["bad.json"], ["--", "bad.json"]].map(
        async (argv) => (await scene.check([...argv, "--json", "--quiet", "--verbose", "--no-color"])).code,
      ),
    );
    expect(codes).toEqual([0, 2, 2]);
  });
});
