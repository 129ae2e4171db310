import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { type InstanceScene, instanceScene, orderFor, writing } from "../llmch/instance.fixture.ts";

const scenes: InstanceScene[] = [];
afterEach(() => {
  for (const { repo } of scenes.splice(0)) repo.remove();
});
const sceneOf = (answers: Readonly<Record<string, string>>): InstanceScene => {
  const scene = instanceScene(answers);
  scenes.push(scene);
  return scene;
};

const DESIGN = {
  modules: [{ name: "one", paths: ["a.txt"], purpose: "The first file." }],
  interfaces: [{ name: "line", path: "b.txt", signature: "text", about: "Ends in a line break." }],
  names: [{ name: "text", meaning: "The word that files hold." }],
  decisions: [{ decision: "Files are short.", why: "", paths: [] }],
};
const ORDERS = [orderFor(1, "a.txt"), orderFor(2, "b.txt")];
const ANSWERS = {
  "design/attempt-1": JSON.stringify(DESIGN),
  "plan/attempt-1": JSON.stringify({ system_overview: ["Two files."], verify_contract: null, work_orders: ORDERS }),
  "WO-01/attempt-1": writing("a.txt"),
  "WO-02/attempt-1": writing("b.txt"),
};

const DESIGNED = { design: { make: true } };

test("a plan is designed first, and its folder holds the design until a plan without one takes its place", async () => {
  const scene = sceneOf(ANSWERS);
  const designing = scene.llmch({ settings: { ...scene.settings, ...DESIGNED } });
  const planned = await designing.plan("Write two files.\n", { outdir: "wo" });
  expect(planned).toMatchObject({ ok: true, value: { attempts: 1 } });
  const files = ["DESIGN.md", "WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json", "design.json"];
  expect(entriesOf(join(scene.folder, "wo"))).toEqual(files);
  const run = planned.value?.directory ?? "";
  expect(entriesOf(join(run, "output"))).toEqual(files);
  expect(JSON.parse(readFileSync(join(run, "design/design.json"), "utf8"))).toMatchObject(DESIGN);
  expect(readFileSync(join(run, "compile/prompt_attempt_1.txt"), "utf8")).toContain("# The design of the work");
  expect(scene.events.map(({ type }) => type)).toContain("designed");

  const again = await scene.llmch().plan("Write two files.\n", { outdir: "wo", overwrite: true });
  expect(again).toMatchObject({ ok: true });
  expect(entriesOf(join(scene.folder, "wo"))).toEqual(files.slice(1, 4));
});

test("what is not llmch's is neither replaced by a design nor removed", async () => {
  const scene = sceneOf(ANSWERS);
  writeFileSync(join(scene.folder, "DESIGN.md"), "# Ours\n");
  const designing = scene.llmch({ settings: { ...scene.settings, ...DESIGNED } });
  expect(await designing.plan("Write two files.\n", { outdir: "." })).toMatchObject({
    ok: false,
    issues: [{ code: "output-exists", message: expect.stringContaining("DESIGN.md is not llmch's") }],
  });
  expect(await scene.llmch().plan("Write two files.\n", { outdir: "." })).toMatchObject({ ok: true });
  expect(readFileSync(join(scene.folder, "DESIGN.md"), "utf8")).toBe("# Ours\n");
});
