import { afterAll, expect, test } from "vitest";
import { createPlanScene, removePlanScenes } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

afterAll(removePlanScenes);

const FEEDBACK = "split part 2, keep the API";
/** Part 2 in two halves; part 1 stays. */
const SPLIT = samplePlan([
  sampleOrder(1),
  sampleOrder(2, { title: "Write part 2, first half" }),
  sampleOrder(3, { title: "Write part 2, second half" }),
]);
const answered = (...answers: readonly object[]) =>
  answers
    .map(
      (answer, at) =>
        `${JSON.stringify({ key: `plan/attempt-${at + 1}`, response: { text: JSON.stringify(answer) } })}\n`,
    )
    .join("");

test("a plan is revised as its user says: shown first, an invalid answer sent back, and replaced with a yes", async () => {
  const scene = createPlanScene([samplePlan()]);
  expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
  const first = scene.run();
  const text = (folder: string) =>
    scene
      .names(folder)
      .map((name) => scene.read(`${folder}/${name}`))
      .join("");
  const before = text("wo");
  scene.write({ "spec.txt": "Another spec.\n", "revised.jsonl": answered(invalidPlan(), SPLIT) });
  const revise = (...flags: readonly string[]) =>
    scene.llmch(["plan", "revise", FEEDBACK, "--replay", "revised.jsonl", ...flags]);

  const shown = await revise();
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain("changed  WO-02  Write part 2, first half\n@@");
  expect(shown.stdout).toContain('-  "title": "Write part 2",\n+  "title": "Write part 2, first half",\n');
  expect(shown.stdout).toContain("added    WO-03  Write part 2, second half\n");
  expect(shown.stdout).not.toContain("WO-01  ");
  expect(shown.stdout).toMatch(/\nPASS {2}1 added, 1 changed, waits for your word: .*\/output\n$/);
  expect(shown.stderr).toContain("the same command with --yes takes it up");
  expect(text("wo")).toBe(before);

  const [, run = ""] = scene.names("artifacts/planner").map((name) => `artifacts/planner/${name}`);
  const prompts = [1, 2].map((attempt) => scene.read(`${run}/compile/prompt_attempt_${attempt}.txt`));
  expect(prompts[0]?.startsWith(scene.read(`${first}/compile/prompt_attempt_1.txt`).trimEnd())).toBe(true);
  for (const prompt of prompts) {
    expect(prompt).toContain(`\n${FEEDBACK}\n`);
    expect(prompt).toContain('"title": "Write part 2"');
    expect(prompt).not.toContain("planner_run_id");
  }
  expect(prompts[1]).toContain("[E103] WO-01: ");
  const config = { spec: `${scene.root}/${first}/spec.txt`, revises: { plan: `${scene.root}/wo`, feedback: FEEDBACK } };
  expect(scene.json(`${run}/run.json`)).toMatchObject({ tool: "planner", success: true, config });

  for (const flags of [["--json"], ["--quiet"]]) {
    const told = await revise(...flags, "--plan", "wo");
    expect(told.code).toBe(0);
    if (flags[0] === "--json")
      expect(JSON.parse(told.stdout)).toMatchObject({
        command: "plan revise",
        taken_up: false,
        changes: [{ kind: "kept" }, { kind: "changed" }, { kind: "added", after: { id: "WO-03" } }],
      });
  }
  expect(text("wo")).toBe(before);

  const taken = await revise("--yes");
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.stdout).toContain(`PASS  1 added, 1 changed: ${scene.root}/wo\n`);
  expect(taken.stderr).toContain("next:\n  llmch run-all wo\n");
  expect(scene.names("wo")).toEqual(["WO-01.json", "WO-02.json", "WO-03.json", "WORK_ORDERS_MANIFEST.json"]);
  const maker = scene.names("artifacts/planner").at(-1);
  expect(scene.json("wo/WO-03.json")).toMatchObject({
    title: "Write part 2, second half",
    provenance: { planner_run_id: maker },
  });

  const again = await revise("--yes");
  expect(again).toMatchObject({ code: 1, stdout: "FAIL  the planner changes nothing of the plan\n" });
  const gone = await scene.llmch(["plan", "revise", "x", "--plan", "wo", "--artifacts-dir", "elsewhere"]);
  expect(gone.stderr).toMatch(
    /^error: the run that made \S+ is not in \S+, and with it the spec: name the spec with --spec FILE/,
  );
});
