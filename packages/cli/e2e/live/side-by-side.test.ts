import { existsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { writeFiles } from "../scene.ts";
import { createLiveScene, type LiveScene } from "./live-scene.ts";

const FILES = ["a.js", "b.js", "c.js", "d.js"];
const usage = { input_tokens: 3000, output_tokens: 500, cached_tokens: 0 };

/** Four orders without dependencies, each for its own file, and the branch that they should land on. */
const writeOrders = (scene: LiveScene): void => {
  scene.git("branch", "work");
  for (const [index, file] of FILES.entries()) scene.order({ id: `WO-0${index + 1}`, allowed_files: [file] });
};
const fileOf = (prompt: string): string => FILES.find((name) => prompt.includes(name)) ?? "";
const landed = (scene: LiveScene): readonly string[] =>
  scene
    .git("log", "--reverse", "--format=%s", "main..work")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [line.slice(0, 5)]));

it("a limit that several open orders reach together is not crossed, and a larger one ends the run without asking anything twice", async () => {
  const scene = await createLiveScene(
    {
      chat:
        ({ prompt }) =>
        (turn) =>
          serves.answers(scene.answer({ [fileOf(prompt)]: "1;\n" }), { usage })(turn),
    },
    { LLMCH_FACTORY_MAX_OUTPUT_TOKENS: "1000" },
  );
  writeOrders(scene);
  const cap = 12_000;
  const first = await scene.runAll(["--branch", "work", "--jobs", "4", "--max-tokens", String(cap), "--json"]);
  expect(first.code, first.stderr).toBe(5);
  const { spent } = JSON.parse(first.stdout);
  expect(spent.input_tokens + spent.output_tokens).toBeLessThanOrEqual(cap);
  // A call may take more than half of it: two are answered. For which orders depends on which were asked first.
  expect(scene.server.requests).toHaveLength(2);
  expect(landed(scene).length).toBeLessThanOrEqual(2);
  expect(scene.leftovers()).toEqual([]);

  const id = basename(scene.runs("run-all")[0] ?? "");
  const resumed = await scene.llmch(["resume", id, "--max-tokens", "60000"]);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(landed(scene)).toEqual(["WO-01", "WO-02", "WO-03", "WO-04"]);
  expect(scene.server.requests.map(({ prompt }) => fileOf(prompt)).sort()).toEqual(FILES);
  expect(scene.leftovers()).toEqual([]);
});

it("several orders are asked at once, and each that fails is asked again in its turn", async () => {
  let arrived = 0;
  let allHaveArrived = (): void => {};
  const all = new Promise<void>((resolve) => {
    allHaveArrived = resolve;
  });
  const scene = await createLiveScene({
    chat: ({ prompt }) => {
      const file = fileOf(prompt);
      const isAgain = prompt.includes("Attempt 1 failed.");
      return async (turn) => {
        if (!isAgain) {
          arrived += 1;
          if (arrived === FILES.length) allHaveArrived();
          await all;
        }
        return serves.answers(scene.answer({ [file]: isAgain ? "1;\n" : "0;\n" }))(turn);
      };
    },
  });
  scene.git("branch", "work");
  for (const [index, file] of FILES.entries())
    scene.order({ id: `WO-0${index + 1}`, allowed_files: [file], acceptance_commands: [`grep -q 1 ${file}`] });
  const { code, stderr } = await scene.runAll(["--branch", "work", "--jobs", "4"]);
  expect(code, stderr).toBe(0);
  expect(landed(scene)).toEqual(["WO-01", "WO-02", "WO-03", "WO-04"]);
  expect(scene.server.requests).toHaveLength(2 * FILES.length);
  expect(scene.leftovers()).toEqual([]);
});

it("what a run spent holds questions that were asked ahead of a turn that never came", async () => {
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const scene = await createLiveScene({
    chat: ({ prompt }) => {
      const isFirst = fileOf(prompt) === "a.js";
      return async (turn) => {
        if (isFirst) await asked;
        else isAsked();
        return serves.answers(isFirst ? "no answer" : scene.answer({ [fileOf(prompt)]: "1;\n" }), { usage })(turn);
      };
    },
  });
  writeOrders(scene);
  const ran = await scene.runAll(["--branch", "work", "--jobs", "4", "--max-attempts", "1", "--json"]);
  expect(ran.code, ran.stderr).toBe(1);
  const { run_id, spent } = JSON.parse(ran.stdout);
  const cost = await scene.llmch(["cost", run_id, "--json"]);
  expect(spent).toEqual(JSON.parse(cost.stdout).total);
  expect(spent.answers + spent.lost_calls).toBeGreaterThan(1);
});

/**
 * An order whose first attempt is answered while the gates of the one before it run, and its second after that one has landed.
 * @param contents what each attempt at it writes
 * @param tests the shell commands that verify the repo
 */
const besideGates = async (contents: readonly string[], tests: string): Promise<LiveScene> => {
  let hasLanded = (): void => {};
  const firstLanded = new Promise<void>((resolve) => {
    hasLanded = resolve;
  });
  const scene: LiveScene = await createLiveScene({
    chat: ({ prompt }) => {
      const attempt = prompt.match(/^Attempt \d+ failed\.$/gm)?.length ?? 0;
      return async (turn) => {
        if (prompt.includes('"id": "WO-01"')) return serves.answers(scene.answer({ "a.js": "mended\n" }))(turn);
        if (prompt.includes('"id": "WO-03"')) {
          // It depends on the first.
          hasLanded();
          return serves.answers(scene.answer({ "c.js": "1;\n" }))(turn);
        }
        while (attempt === 0 && !existsSync(join(scene.root, "gates-run"))) await setTimeout(20);
        if (attempt === 0) writeFileSync(join(scene.root, "gates-may-end"), "");
        if (attempt === 1) await firstLanded;
        return serves.answers(scene.answer({ "b.js": contents[attempt] ?? "" }))(turn);
      };
    },
  });
  const wait = `touch ${scene.root}/gates-run; until [ -e ${scene.root}/gates-may-end ]; do sleep 0.05; done`;
  const verify = [`if [ -e a.js ] && [ ! -e b.js ]; then ${wait}; fi`, tests, ""];
  writeFiles(scene.repo, { "scripts/verify.sh": verify.join("\n") });
  scene.git("add", "-A");
  scene.git("commit", "-qm", "Verify");
  scene.git("branch", "work");
  scene.order({ id: "WO-01", allowed_files: ["a.js"], acceptance_commands: ["grep -q mended a.js"] });
  scene.order({ id: "WO-02", allowed_files: ["b.js"], acceptance_commands: ["grep -q 1 b.js"] });
  scene.order({
    ...{ id: "WO-03", allowed_files: ["c.js"], context_files: ["a.js"] },
    acceptance_commands: ["grep -q 1 c.js"],
  });
  return scene;
};
const TWO_JOBS = ["--branch", "work", "--jobs", "2", "--max-attempts", "3", "--no-sandbox"];
const askedOf = (scene: LiveScene, order: string): number =>
  scene.server.requests.filter(({ prompt }) => prompt.includes(`"id": "${order}"`)).length;

it("a test that the order before fixes is excused in the first attempt, but not in the second", async () => {
  const isRight = "grep -qs mended a.js && ! grep -qs broken b.js";
  const tests = `if ${isRight}; then echo "ok - a"; else echo "not ok - a"; exit 1; fi`;
  const scene = await besideGates(["0;\n", "1; broken\n", "1;\n"], tests);
  const { code, stderr } = await scene.runAll(TWO_JOBS);
  expect(code, stderr).toBe(0);
  expect(scene.git("show", "work:b.js").trim()).toBe("1;");
  expect(landed(scene)).toEqual(["WO-01", "WO-02", "WO-03"]);
  expect(askedOf(scene, "WO-02")).toBe(3);
  expect(scene.leftovers()).toEqual([]);
});

it("two attempts with the same changes end an order, whenever they were answered", async () => {
  const scene = await besideGates(["0;\n", "0;\n", "1;\n"], "true");
  const { code, stdout } = await scene.runAll(TWO_JOBS);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-02 {2}acceptance_failed \(2 attempts/m)]);
  expect(landed(scene)).toEqual(["WO-01"]);
  expect(askedOf(scene, "WO-02")).toBe(2);
  expect(scene.leftovers()).toEqual([]);
});

it("commands without a sandbox are not blamed for what lands while they run", async () => {
  const scene = await createLiveScene({
    chat: ({ prompt }) => serves.answers(scene.answer({ [fileOf(prompt)]: "1;\n" })),
  });
  writeOrders(scene);
  const { code, stderr } = await scene.runAll(["--branch", "work", "--jobs", "4", "--no-sandbox"]);
  expect([code, landed(scene)], stderr).toEqual([0, ["WO-01", "WO-02", "WO-03", "WO-04"]]);
  expect(stderr).not.toContain("the repo itself was changed");
});

it("a branch that somebody moves while several orders are open stays as they left it, and nothing lands on it", async () => {
  let moved = "";
  const scene = await createLiveScene({
    chat: ({ prompt }) => {
      const file = fileOf(prompt);
      return (turn) => {
        // At this point the first order has been asked, but has not landed.
        if (moved === "") {
          moved = scene.git("commit-tree", "-p", "work", "-m", "Somebody else's", "work^{tree}").trim();
          scene.git("update-ref", "refs/heads/work", moved);
        }
        return serves.answers(scene.answer({ [file]: "1;\n" }))(turn);
      };
    },
  });
  writeOrders(scene);
  const { code, stdout } = await scene.runAll(["--branch", "work", "--jobs", "4"]);
  expect([code, stdout]).toEqual([
    2,
    expect.stringMatching(/^ERROR {2}WO-01 {2}not committed: the branch work moved meanwhile/),
  ]);
  expect(scene.git("rev-parse", "work").trim()).toBe(moved);
  expect(scene.leftovers()).toEqual([]);
});
