import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { sha256 } from "../scene.ts";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

const TASKS = `# Tasks: Cart

## Phase 1: Setup

- [x] T001 Create the folder
- [ ] T002 [P] Write part 1 in src/part-1.js
- [ ] T003 Write part 2 in src/part-2.js (run \`npm test\`)
- [ ] T004 Test on all platforms (Windows, macOS)
`;
const PLACE = "specs/001-cart";
const ITEM = {
  id: "T002",
  path: `${PLACE}/tasks.md`,
  line: 6,
  sha256: sha256("- [ ] T002 [P] Write part 1 in src/part-1.js"),
};

const scenes = (
  answers: readonly object[] = [samplePlan([sampleOrder(1, { fulfils: ["1"] }), sampleOrder(2, { fulfils: ["2"] })])],
) => {
  const scene = createPlanScene(answers);
  scene.write({ [`${PLACE}/tasks.md`]: TASKS, [`${PLACE}/spec.md`]: "# Cart\n\n## Goals\n\nIt MUST sum.\n" });
  const plan = (...argv: string[]) => scene.llmch(["plan", ...argv, "--replay", "exchanges.jsonl"]);
  return { scene, plan };
};

describe.concurrent("a plan from a folder of spec-kit", () => {
  it("has an item as a demand, tells what is none, and records each item's place", async () => {
    const { scene, plan } = scenes();
    const { code, stderr, stdout } = await plan(PLACE, "--json");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain(`spec-kit ${PLACE}: 2 items, 2 told`);
    expect(stderr).toContain(`ticked: ${PLACE}/tasks.md:5 T001 Create the folder`);
    expect(stderr).toContain(`for a person: ${PLACE}/tasks.md:8 T004 Test on all platforms`);
    expect(JSON.parse(stdout)).toMatchObject({
      imported: { format: "spec-kit", place: PLACE, commands: [{ command: "npm test", line: 7 }], told: [{}, {}] },
      coverage: [
        { sentence: "T002 | Write part 1 in src/part-1.js", orders: ["WO-01"] },
        { sentence: "T003 | Write part 2 in src/part-2.js (run `npm test`)", orders: ["WO-02"] },
      ],
    });
    const { config } = scene.json(`${scene.run()}/run.json`);
    // Without a repo there is no box that could be ticked.
    expect(config).toMatchObject({ imported: { format: "spec-kit", items: [{ ...ITEM, box: null }, { id: "T003" }] } });
    expect(scene.read(`${scene.run()}/spec.txt`)).toContain("| T002 | Write part 1 in src/part-1.js |");
    expect((await scene.llmch(["audit"])).code).toBe(0);
  });

  it("takes tasks.md for its folder, and any other file or --import none for plain text", async () => {
    const { scene, plan } = scenes();
    const texts = [];
    for (const argv of [[`${PLACE}/tasks.md`], [`${PLACE}/tasks.md`, "--import", "none"], [`${PLACE}/spec.md`]]) {
      expect((await plan(...argv, "--refresh", "--artifacts-dir", `kept/${texts.length}`)).code).toBe(0);
      const [run] = scene.names(`kept/${texts.length}/planner`);
      texts.push(scene.read(`kept/${texts.length}/planner/${run}/spec.txt`));
    }
    expect(texts[0]).toContain("| T002 |");
    expect(texts.slice(1)).toEqual([TASKS, scene.read(`${PLACE}/spec.md`)]);
  });

  it("is resumed and revised with what it was made from", async () => {
    const { scene, plan } = scenes([invalidPlan()]);
    expect((await plan(PLACE)).code).toBe(3);
    scene.write({ [`${PLACE}/tasks.md`]: "- [ ] T009 Something else to do\n" });
    const text = JSON.stringify(samplePlan());
    scene.write({ "exchanges.jsonl": `${JSON.stringify({ key: "plan/attempt-2", response: { text } })}\n` });
    expect((await scene.llmch(["resume"])).code).toBe(0);
    const other = JSON.stringify(samplePlan([sampleOrder(1), sampleOrder(2, { title: "Write the rest" })]));
    scene.write({ "exchanges.jsonl": `${JSON.stringify({ key: "plan/attempt-1", response: { text: other } })}\n` });
    const revised = await scene.llmch(["plan", "revise", "split it", "--replay", "exchanges.jsonl"]);
    expect(revised, revised.stderr).toMatchObject({ code: 0 });
    const runs = scene.names("artifacts/planner");
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      const { config } = scene.json(`artifacts/planner/${run}/run.json`);
      expect(config).toMatchObject({ imported: { items: [{ ...ITEM, box: null }, { id: "T003" }] } });
    }
  });

  it.each([
    [["docs"], {}, /error: docs is a folder, and no plan that llmch knows: name a file, or say whose plan it is/],
    [["docs", "--import", "kiro"], {}, /error: docs is a folder, and no plan of kiro: name a file, or say whose/],
    [
      [PLACE],
      { tasks: TASKS.replaceAll("[ ]", "[x]") },
      /error: spec-kit specs\/001-cart: nothing is left to do: 4 parts/,
    ],
    [[PLACE], { tasks: `${TASKS}\`\`\`\n` }, /error: specs\/001-cart\/tasks.md:9 begins a code block that never ends/],
    [[PLACE], { tasks: `${TASKS}<<<<<<< HEAD\n` }, /error: specs\/001-cart\/tasks.md:9 holds a merge conflict/],
    [
      [PLACE],
      { tasks: "x".repeat(5_000_000) },
      /error: specs\/001-cart\/tasks.md:1 cannot be read \(it is larger than/,
    ],
    [["-", "--import", "gsd"], {}, /error: --import is for a file or a folder/],
    [["--issue", "1", "--import", "gsd"], {}, /error: --import and --issue exclude each other/],
  ])("refuses %j", async (argv, { tasks = TASKS }: { tasks?: string }, message) => {
    const { scene, plan } = scenes();
    scene.write({ "docs/a.md": "# A\n", [`${PLACE}/tasks.md`]: tasks });
    const { code, stderr } = await plan(...argv);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
    expect(scene.names("artifacts/planner")).toEqual([]);
  });
});

describe.concurrent("in a repo", () => {
  const inRepo = (files: Readonly<Record<string, string>>) => {
    const { scene } = scenes();
    const repo = throwawayRepo({ [`${PLACE}/tasks.md`]: TASKS, ...files });
    const plan = (env: Readonly<Record<string, string>>, ...argv: string[]) =>
      scene.llmch(["plan", join(repo.path, PLACE), "--repo", repo.path, "--replay", "exchanges.jsonl", ...argv], {
        env,
      });
    return { scene, repo, plan };
  };

  it("keeps the boxes of its items, and reads through no link that leads out of it", async () => {
    const { scene, repo, plan } = inRepo({});
    expect((await plan({})).code).toBe(0);
    const { config } = scene.json(`${scene.run()}/run.json`);
    expect(config).toMatchObject({ imported: { items: [{ ...ITEM, box: "[ ]" }, { box: "[ ]" }] } });
    writeFileSync(join(scene.root, "secret.md"), "# Nobody may read it\n");
    symlinkSync(join(scene.root, "secret.md"), join(repo.path, PLACE, "plan.md"));
    repo.commit("a link");
    const { code, stderr } = await plan({}, "--refresh");
    expect(code).toBe(1);
    expect(stderr).toMatch(/plan\.md is not opened: it is a link that the repo tracks/);
    repo.remove();
  });

  it("with --tick gives each order its boxes, wherever they stand by now", async () => {
    const { scene, repo, plan } = inRepo({});
    expect((await plan({}, "--tick", "--outdir", "wo")).code).toBe(0);
    const tick = { path: `${PLACE}/tasks.md`, sha256: ITEM.sha256, from: "[ ]", to: "[x]" };
    const ticks = () => scene.json("wo/WO-01.json").ticks;
    expect(ticks()).toEqual([{ ...tick, line: 6 }]);
    expect((await plan({}, "--outdir", "wo", "--overwrite")).code).toBe(0);
    expect(ticks()).toBeUndefined();
    repo.write(`${PLACE}/tasks.md`, `\n${TASKS}`);
    repo.commit("one line further down");
    expect((await plan({}, "--tick", "--outdir", "wo", "--overwrite")).code).toBe(0);
    expect(ticks()).toEqual([{ ...tick, line: 7 }]);
    const elsewhere = await scene.llmch(["plan", join(repo.path, PLACE), "--tick", "--replay", "exchanges.jsonl"]);
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining("has open boxes in the repo") });
    repo.remove();
  });

  it("with --run leaves out what holds already, and says so", async () => {
    const tasks = `${TASKS}- [ ] T005 Run \`npm run lint\` to its end\n`;
    const scripts = { test: "exit 0", lint: "exit 1" };
    const { scene, repo, plan } = inRepo({ [`${PLACE}/tasks.md`]: tasks, "package.json": JSON.stringify({ scripts }) });
    scene.write({ "own.json": { run: { sandbox: "off" } } });
    const { stderr } = await plan({ LLMCH_CONFIG: join(scene.root, "own.json") }, "--run");
    expect(stderr).toContain("holds already: npm test");
    const spec = scene.read(`${scene.run()}/spec.txt`);
    expect(spec).toContain("if they can fail before the work\n\n```text\nnpm run lint\n```");
    repo.remove();
  });
});
