import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { invalidPlan, sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, filesBelow, readJsonFile, readJsonLines } from "../scene.ts";
import { createLiveScene } from "./live-scene.ts";

/** A verify script whose output differs each time: a path, a number, a duration. */
const VERIFY = 'echo "in $PWD, process $$, $(date +%s%N) ns" >&2\nnode --check src/part-1.js\n';

it("the recording of a live plan and run replays strictly to the same orders and the same tree", async () => {
  const live = await createLiveScene({
    responses: [serves.answers(JSON.stringify(invalidPlan())), serves.answers(JSON.stringify(samplePlan()))],
    chat: (request, index) => {
      const path = request.prompt.includes("Write part 2 of the program") ? "src/part-2.js" : "src/part-1.js";
      return serves.answers(
        live.answer({ [path]: index === 0 ? "this is no JavaScript\n" : `console.log("${path}");\n` }),
      );
    },
  });
  live.write({ "scripts/verify.sh": VERIFY });
  live.git("add", ".");
  live.git("commit", "--quiet", "--message", "Add the verify script");
  expect((await live.plan()).code).toBe(0);
  const ran = await live.runAll(["--branch", "work"]);
  expect(ran.stdout).toMatch(/^PASS {2}WO-01 .*\(2 attempts, .*\nPASS {2}WO-02 .*\(1 attempt, .*\nPASS {2}2 of 2/);

  // Another machine: another folder, another repo with the same tree, no key, and the server gone.
  await live.server.close();
  const other = createScene();
  other.commit({ "scripts/verify.sh": VERIFY });
  const runs = [...live.runs("planner"), ...live.runs()];
  writeFileSync(other.record, runs.map((run) => readFileSync(join(run, "exchanges.jsonl"), "utf8")).join(""));
  const strict = ["--replay", other.record, "--replay-strict", "--artifacts-dir", other.artifacts];
  const planned = await other.llmch(
    ["plan", "--spec", "-", "--repo", other.repo, "--outdir", other.orders, ...strict],
    {
      input: "Build a greeter.\n",
    },
  );
  expect({ code: planned.code, stdout: planned.stdout }).toMatchObject({ code: 0 });
  const again = await other.llmch(["run-all", other.orders, "--repo", other.repo, "--branch", "work", ...strict]);
  expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });

  expect(other.git("rev-parse", "work^{tree}")).toBe(live.git("rev-parse", "work^{tree}"));
  const withoutRun = (folder: string, name: string) => {
    const { provenance, work_orders, ...rest } = readJsonFile(folder, name);
    return rest;
  };
  expect(filesBelow(other.orders)).toEqual(filesBelow(join(live.root, "wo")));
  for (const name of filesBelow(other.orders))
    expect(withoutRun(other.orders, name)).toEqual(withoutRun(join(live.root, "wo"), name));
  const hashes = (folders: readonly string[]) =>
    folders
      .flatMap((folder) => readJsonLines(folder, "exchanges.jsonl"))
      .map((line) => (line as { request_sha256: string }).request_sha256);
  expect(hashes([...other.runs("planner"), ...other.runs()])).toEqual(hashes(runs));
});

it("a strict replay refuses what was recorded for another request", async () => {
  const live = await createLiveScene({ responses: [serves.answers(JSON.stringify(samplePlan([sampleOrder(1)])))] });
  expect((await live.plan()).code).toBe(0);
  const record = join(live.runs("planner")[0] ?? "", "exchanges.jsonl");
  const replay = (flags: readonly string[], spec: string) =>
    live.llmch(["plan", "--spec", "-", "--repo", live.repo, "--replay", record, ...flags], { input: spec });
  const [same, loose, spec, model] = await Promise.all([
    replay(["--replay-strict"], "Build a greeter.\n"),
    replay([], "Build something else.\n"),
    replay(["--replay-strict"], "Build something else.\n"),
    replay(["--replay-strict", "--model", "gpt-z"], "Build a greeter.\n"),
  ]);
  expect([same, loose, spec, model].map(({ code }) => code)).toEqual([0, 0, 3, 3]);
  expect(spec.stdout).toMatch(/^ERROR {2}the exchange plan\/attempt-1 was recorded for the request [^\n]+\n$/);
});
