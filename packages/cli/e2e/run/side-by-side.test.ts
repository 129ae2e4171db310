import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene } from "../scene.ts";

/** Three orders without dependencies, one that depends on the first two, and one that a later order's work conflicts with. */
const writePlan = (scene: Scene): void => {
  const order = (number: number, needs: readonly number[] = []) =>
    scene.order({
      id: `WO-0${number}`,
      title: `Write file-${number}.txt`,
      allowed_files: [`file-${number}.txt`],
      preconditions: needs.map((each) => ({ kind: "file_exists", path: `file-${each}.txt` }) as const),
      postconditions: [{ kind: "file_exists", path: `file-${number}.txt` }],
    });
  order(1);
  order(2);
  order(3);
  order(4, [1, 2]);
  order(5, [3]);
  for (const number of [1, 2, 4, 5])
    scene.answers({ [`WO-0${number}/attempt-1`]: scene.answer({ [`file-${number}.txt`]: `${number}\n` }) });
};
const answerThird = (scene: Scene): void =>
  scene.answers({
    "WO-03/attempt-1": "no answer",
    "WO-03/attempt-2": scene.answer({ "file-3.txt": "3\n" }),
  });

const keyOf = (line: string): string => JSON.parse(line).key;
const trees = (scene: Scene) => scene.git("log", "--reverse", "--format=%T %s", "work").split("\n");
const verdicts = (stdout: string) =>
  stdout
    .split("\n")
    .filter((line) => !line.startsWith("SKIP"))
    .map((line) => line.slice(0, 12));

test.concurrent("several jobs give the same result as one, and their record replays and audits like its", async () => {
  const [alone, together] = [createScene(), createScene()];
  for (const scene of [alone, together]) {
    writePlan(scene);
    answerThird(scene);
  }
  const one = await alone.runAll(["--branch", "work"]);
  const four = await together.runAll(["--branch", "work", "--jobs", "4"]);
  expect([one.code, four.code]).toEqual([0, 0]);
  expect(verdicts(four.stdout)).toEqual(verdicts(one.stdout));
  expect(trees(together)).toEqual(trees(alone));
  expect(together.leftovers()).toEqual([]);
  expect(await together.llmch(["audit", "--artifacts-dir", together.artifacts])).toMatchObject({ code: 0 });

  const [schedule = ""] = together.runs("run-all");
  expect(readJsonFile(schedule, "run_summary.json")).toMatchObject({
    config: { jobs: 4 },
    orders: [{}, {}, { work_order_id: "WO-03", attempts: 2 }, {}, {}],
  });
  const replayed = await together.llmch([
    ...["run-all", together.orders, "--repo", together.repo, "--branch", "again", "--replay", schedule],
    ...["--replay-strict", "--commit-hash", together.git("rev-parse", "work~5").trim(), "--jobs", "3"],
  ]);
  expect([replayed.code, replayed.stderr]).toEqual([0, expect.anything()]);
  expect(together.git("rev-parse", "again^{tree}")).toBe(together.git("rev-parse", "work^{tree}"));
});

test.concurrent("an order that fails ends the run; answers given ahead are kept, and used by resume", async () => {
  const scene = createScene();
  writePlan(scene);
  const failed = await scene.runAll(["--branch", "work", "--jobs", "4"]);
  expect([failed.code, verdicts(failed.stdout).slice(0, 3)]).toEqual([
    1,
    ["PASS  WO-01 ", "PASS  WO-02 ", "FAIL  WO-03 "],
  ]);
  expect(trees(scene)).toHaveLength(3);
  // The answers of the first session exist nowhere else.
  const lines = (file: string) => readFileSync(file, "utf8").split("\n").filter(Boolean);
  const known = new Set(scene.runs().flatMap((run) => lines(join(run, "exchanges.jsonl")).map(keyOf)));
  writeFileSync(
    scene.record,
    lines(scene.record)
      .filter((line) => !known.has(keyOf(line)))
      .map((line) => `${line}\n`)
      .join(""),
  );
  answerThird(scene);
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect(verdicts(resumed.stdout).slice(0, 3)).toEqual(["PASS  WO-03 ", "PASS  WO-04 ", "PASS  WO-05 "]);
  expect(resumed.code).toBe(0);
  expect(await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).toMatchObject({ code: 0 });
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("show and runs tell where a run stopped: not at what was done ahead, but at the order that failed", async () => {
  const scene = createScene();
  for (const number of [1, 2, 3]) {
    scene.order({ id: `WO-0${number}`, title: `Write ${number}`, allowed_files: [`${number}.txt`] });
    const answer = number === 1 ? "no answer" : scene.answer({ [`${number}.txt`]: "done\n" });
    scene.answers(Object.fromEntries([1, 2].map((attempt) => [`WO-0${number}/attempt-${attempt}`, answer])));
  }
  const ran = await scene.runAll(["--branch", "work", "--jobs", "3", "--max-attempts", "2"]);
  expect([ran.code, verdicts(ran.stdout)[0]]).toEqual([1, "FAIL  WO-01 "]);
  const [schedule = ""] = scene.runs("run-all");
  const place = ["--artifacts-dir", scene.artifacts];
  const shown = (await scene.llmch(["show", basename(schedule), ...place])).stdout;
  expect(shown).toMatch(/\nFAIL {2}0 of 3 orders passed; WO-01 failed after 2 attempts: llm_output_invalid/);
  const resume = /^ +(?:next +)?(llmch resume .* --max-attempts \+2)/m.exec(shown)?.[1];
  expect(ran.stderr).toContain(resume);
  expect((await scene.llmch(["runs", ...place])).stdout).toContain("0 of 3 orders passed, stopped at WO-01 ");
});

test.concurrent("with --keep-going all orders land that depend on none that failed, and resume does the rest", async () => {
  const scene = createScene();
  writePlan(scene);
  const first = await scene.runAll(["--branch", "work", "--jobs", "2", "--keep-going"]);
  expect([first.code, verdicts(first.stdout).slice(0, 4)]).toEqual([
    1,
    ["PASS  WO-01 ", "PASS  WO-02 ", "FAIL  WO-03 ", "PASS  WO-04 "],
  ]);
  expect(trees(scene).map((line) => line.slice(41, 46))).toEqual(["start", "WO-01", "WO-02", "WO-04"]);
  expect(first.stderr).toMatch(/^to continue:\n {2}llmch resume /m);
  expect(first.stdout).toMatch(
    /\nWAIT {2}WO-05 {2}needs WO-03\nFAIL {2}3 of 5 orders passed; WO-03 failed \(\w+\) {2}on work\n$/,
  );
  answerThird(scene);
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect([resumed.code, verdicts(resumed.stdout).slice(0, 2)]).toEqual([0, ["PASS  WO-03 ", "PASS  WO-05 "]]);
});

test.concurrent("dropped work ahead stays readable, and is no part of the order", async () => {
  const scene = createScene();
  // The gates of WO-02 pass alone, and fail with the work of WO-01.
  scene.order({ id: "WO-01", title: "Write a", allowed_files: ["a.txt"] });
  scene.order({ id: "WO-02", title: "Write b", allowed_files: ["b.txt"], acceptance_commands: ["sh check.sh"] });
  writeFileSync(join(scene.repo, "check.sh"), "test -f b.txt && { ! test -f a.txt || grep -q mended b.txt; }\n");
  scene.git("add", ".");
  scene.git("commit", "-qm", "Check");
  scene.answers({
    "WO-01/attempt-1": "no answer",
    "WO-01/attempt-2": scene.answer({ "a.txt": "a\n" }),
    "WO-02/attempt-1": scene.answer({ "b.txt": "b\n" }),
    "WO-02/attempt-2": scene.answer({ "b.txt": "mended\n" }),
  });
  const { code, stdout } = await scene.runAll(["--branch", "work", "--jobs", "2"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/PASS {2}WO-02 .*\(2 attempts/)]);
  const run = scene.runs().find((each) => readJsonFile(each, "run.json").work_order_id === "WO-02") ?? "";
  const folders = readdirSync(run).filter((name) => name.startsWith("speculation-"));
  for (const folder of folders) expect(existsSync(join(run, folder, "attempt_1/se_prompt.txt"))).toBe(true);
  expect(existsSync(join(run, "attempt_2/acceptance_result.json"))).toBe(true);
  expect(await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).toMatchObject({ code: 0 });
});
