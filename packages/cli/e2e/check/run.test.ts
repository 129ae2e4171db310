import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { EXPLANATIONS, examplePlan } from "@llmch/planner/explanations";
import { entriesOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, filesBelow, readJsonLines, type Scene, UNISOLATED, writeFiles } from "../scene.ts";

const check = (scene: Scene, target: string, ...flags: readonly string[]) =>
  scene.llmch(["check", target, "--repo", scene.repo, ...flags]);

test("check --run finds what holds before the work by running the plan's commands, and leaves the repo unchanged", async () => {
  const scene = createScene({ files: { "src/notes.js": "exports.count = () => 2;\n", "README.md": "Notes\n" } });
  const standing = scene.checkout();
  const writes = (members: object, number: number) =>
    sampleOrder(number, { preconditions: [], ...JSON.parse(JSON.stringify(members)) });
  const plan = samplePlan([
    writes({ acceptance_commands: ["grep -q Notes README.md", "bash -c 'echo left > src/part-2.js'"] }, 1),
    writes({ acceptance_commands: ["node src/part-2.js"] }, 2),
    writes({ acceptance_commands: ["node src/notes.js"], already_true_because: "It moves code." }, 3),
  ]);
  writeFileSync(join(scene.root, "plan.json"), JSON.stringify(plan, null, 2));
  expect((await check(scene, "plan.json")).stdout).toMatch(/^PASS {2}3 orders, 0 errors/);

  const found = await check(scene, "plan.json", "--run", "--format", "json");
  expect(found.code).toBe(0);
  const held = JSON.parse(found.stdout).warnings.filter(({ code }: { code: string }) => code === "W221");
  expect(held).toMatchObject([{ wo_id: "WO-01", pointer: "/work_orders/0/acceptance_commands" }]);
  expect((await check(scene, "plan.json", "--run", "--strict")).code).toBe(2);
  expect([scene.checkout(), scene.leftovers(), scene.runs()]).toEqual([standing, [], []]);
});

test("check --run leaves out what the history shows done, and runs nothing of an invalid plan", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  await scene.run(["--branch", "work"]);
  scene.git("checkout", "--quiet", "work");
  const done = await check(scene, scene.orders, "--run");
  expect([done.code, done.stderr]).toEqual([0, expect.not.stringContaining("W221")]);
  scene.order({ intent: "Greet otherwise." });
  const again = await check(scene, scene.orders, "--run");
  expect([again.stdout, again.stderr]).toEqual([
    expect.stringMatching(/^PASS {2}1 order, 0 errors, 2 warnings/),
    expect.stringMatching(/WO-01\.json:\d+:\d+[\s\S]*\[W221\] WO-01: the acceptance holds before the work/),
  ]);
  scene.order({ id: "WO-01", postconditions: [{ kind: "file_exists", path: "never.js" }] });
  const refused = await check(scene, scene.orders, "--run");
  expect([refused.code, refused.stderr]).toEqual([2, expect.not.stringContaining("W221")]);
  const alone = await scene.llmch(["check", scene.orders, "--run"]);
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining("--run needs --repo")]);
});

test("plan --run sends back what holds before the work, and leaves the repo unchanged", async () => {
  const scene = createScene({
    own: UNISOLATED,
    files: {
      "README.md": "Notes\n",
      "look.mjs": "import { writeFileSync } from 'node:fs'; writeFileSync(process.env.HOME + '/ran', '')",
    },
  });
  const holds = samplePlan([sampleOrder(1, { acceptance_commands: ["grep -q Notes README.md"] })]);
  const decides = { revised_orders: [sampleOrder(1)] };
  scene.answers({ "plan/attempt-1": JSON.stringify(holds), "plan/attempt-2": JSON.stringify(decides) });
  writeFileSync(join(scene.root, "spec.txt"), "Notes have parts.\n");
  const standing = scene.checkout();
  const plan = (...flags: readonly string[]) =>
    scene.llmch(["plan", "spec.txt", "--repo", scene.repo, "--replay", "exchanges.jsonl", ...flags]);
  const tried = await plan("--run");
  expect([tried.code, tried.stdout, tried.stderr]).toEqual([
    0,
    expect.stringMatching(/^PASS {2}1 work order in 2 attempts/),
    expect.stringContaining("[W221] WO-01: the acceptance holds before the work"),
  ]);
  expect((await plan()).stdout).toMatch(/^PASS {2}1 work order in 1 attempt/);
  const nowhere = await scene.llmch(["plan", "spec.txt", "--no-repo", "--replay", "exchanges.jsonl", "--run"]);
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringContaining("--run and --no-repo exclude each other"),
  ]);
  expect([scene.checkout(), scene.leftovers()]).toEqual([standing, []]);
});

test("a trial that was killed leaves nothing behind: the next run clears its worktree and what commands printed", async () => {
  const scene = createScene({ own: UNISOLATED });
  const waits = samplePlan([sampleOrder(1, { acceptance_commands: ["sleep 300"] })]);
  scene.answers({ "plan/attempt-1": JSON.stringify(waits) });
  writeFileSync(join(scene.root, "spec.txt"), "Notes have parts.\n");
  const isTried = () => {
    try {
      return filesBelow(scene.temporary).some((path) => /trial-[^/]+\/WO-01_[^/]+_stdout\.txt$/.test(path));
    } catch {
      // A folder appeared or vanished while it was read.
      return false;
    }
  };
  let waiting = false;
  const argv = ["plan", "spec.txt", "--repo", scene.repo, "--replay", "exchanges.jsonl", "--run"];
  const killed = await scene.llmch(argv, {
    onOutput: async (stderr, kill) => {
      if (waiting || !stderr.includes("attempt 1 of")) return;
      waiting = true;
      for await (const _ of setInterval(10)) if (isTried()) break;
      kill("SIGKILL");
    },
  });
  expect(killed.signal).toBe("SIGKILL");
  expect(scene.leftovers()).not.toEqual([]);
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  expect(await scene.run(["--branch", "work"])).toMatchObject({ code: 0 });
  expect(scene.leftovers()).toEqual([]);
});

test("a plan is interrupted, and can be resumed, if Ctrl-C also ends the git that looks for finished orders", async () => {
  const scene = createScene({ own: UNISOLATED });
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan()) });
  writeFileSync(join(scene.root, "spec.txt"), "Notes have parts.\n");
  const [bin, dying, over] = [join(scene.root, "bin"), join(scene.root, "dying"), join(scene.root, "over")];
  const path = process.env.PATH ?? "";
  const dies = `mkdir '${dying}' && { until test -e '${over}'; do sleep 0.01; done; exit 130; }`;
  writeFiles(bin, {
    git: `#!/bin/sh\ncase "$*" in *"log --no-notes"*) ${dies};; esac\nPATH='${path}' exec git "$@"\n`,
  });
  chmodSync(join(bin, "git"), 0o755);
  let waiting = false;
  const argv = [
    "plan",
    "spec.txt",
    "--repo",
    scene.repo,
    "--replay",
    "exchanges.jsonl",
    "--artifacts-dir",
    "runs",
    "--run",
  ];
  const stopped = await scene.llmch(argv, {
    env: { PATH: `${bin}:${path}` },
    onOutput: async (stderr, kill) => {
      if (waiting || !stderr.includes("attempt 1 of")) return;
      waiting = true;
      for await (const _ of setInterval(10)) if (existsSync(dying)) break;
      kill("SIGINT");
      writeFileSync(over, "");
    },
  });
  expect([stopped.code, stopped.stdout]).toEqual([130, "INTERRUPTED\n"]);
  const [run = ""] = scene.runs("planner");
  expect(readJsonLines(run, "events.jsonl").at(-1)).toMatchObject({ type: "run_finished", exit_code: 130 });
  expect(entriesOf(run)).toContain("seal.json");
  expect(await scene.llmch(["resume", "--artifacts-dir", "runs"])).toMatchObject({ code: 0 });
});

test.each(["W221"] as const)("the explanation of %s shows a plan that has it and the same without", async (code) => {
  const { broken, fixed } = EXPLANATIONS[code];
  const scene = createScene({ files: Object.fromEntries((broken.repo ?? []).map((path) => [path, ""])) });
  for (const [example, isFound] of [
    [broken, true],
    [fixed, false],
  ] as const) {
    writeFileSync(join(scene.root, "plan.json"), JSON.stringify(examplePlan(example)));
    expect((await check(scene, "plan.json", "--run")).stderr.includes(`[${code}]`)).toBe(isFound);
  }
});
