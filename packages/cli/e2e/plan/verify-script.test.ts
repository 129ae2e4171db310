import { describe, expect, it } from "vitest";
import { createScene } from "../scene.ts";
import { createPlanScene } from "./plan-scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

const SCRIPT = "scripts/verify.sh";
const scriptOrder = (number: number) =>
  sampleOrder(number, {
    title: "Write the verify script",
    preconditions: [{ kind: "file_absent", path: SCRIPT }],
    postconditions: [{ kind: "file_exists", path: SCRIPT }],
    allowed_files: [SCRIPT],
    acceptance_commands: ["bash -n scripts/verify.sh"],
  });
const contract = { command: `bash ${SCRIPT}`, requires: [{ kind: "file_exists", path: SCRIPT }] };

describe.concurrent("llmch plan for a repo that has scripts/verify.sh", () => {
  it("drops the order that makes it, and renumbers the rest", async () => {
    const { repo } = createScene({ files: { [SCRIPT]: "true\n" } });
    const scene = createPlanScene([samplePlan([scriptOrder(1), sampleOrder(2), sampleOrder(3)], contract)]);
    const { code } = await scene.replay(["--repo", repo, "--outdir", "wo"]);
    expect(code).toBe(0);
    expect(scene.names("wo")).toEqual(["WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json"]);
    expect(scene.json("wo/WO-01.json")).toMatchObject({ id: "WO-01", title: "Write part 2", verify_exempt: false });
    expect(scene.json("wo/WO-02.json")).toMatchObject({ id: "WO-02", title: "Write part 3", verify_exempt: false });
    expect(scene.json(`${scene.run()}/run.json`).outputs).toMatchObject({ work_order_count: 2 });
    expect((await scene.check(["wo", "--repo", repo])).code).toBe(0);
  });

  it("keeps the model's own ids in what it sends back", async () => {
    const { repo } = createScene({ files: { [SCRIPT]: "true\n" } });
    const bad = samplePlan([scriptOrder(1), sampleOrder(2), sampleOrder(3, { acceptance_commands: ["a | b"] })]);
    const scene = createPlanScene([bad]);
    expect((await scene.replay(["--repo", repo, "--max-attempts", "1"])).code).toBe(2);
    const errors = JSON.parse(scene.read(`${scene.run()}/compile/validation_errors_attempt_1.json`));
    expect(errors).toMatchObject([{ code: "E003", wo_id: "WO-03" }]);
  });

  it("keeps the order if the repo has no such file", async () => {
    const { repo } = createScene();
    const scene = createPlanScene([samplePlan([scriptOrder(1), sampleOrder(2)], contract)]);
    expect((await scene.replay(["--repo", repo, "--outdir", "wo"])).code).toBe(0);
    expect(scene.json("wo/WO-01.json")).toMatchObject({ title: "Write the verify script", verify_exempt: false });
    expect(scene.names("wo")).toHaveLength(3);
  });

  it("shows the model what the repo holds", async () => {
    const { repo, checkout } = createScene({ files: { "package.json": '{"name": "evenly"}\n', "src/a.js": "" } });
    const before = checkout();
    const scene = createPlanScene([samplePlan()]);
    expect((await scene.replay(["--repo", repo])).code).toBe(0);
    const prompt = scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`);
    expect(prompt).toContain("src/a.js");
    expect(prompt).toContain('{"name": "evenly"}');
    expect(checkout()).toEqual(before);
  });
});
