import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

const FILES = ["first.js", "second.js", "third.js"];

/** `count` orders of one file each; the second one's command waits until the reader of the output is gone. */
const ordersOf = (scene: Scene, count: number, waiting: string): void => {
  const untilGone = `sh -c "until test -e '${join(scene.root, "gone")}'; do sleep 0.05; done"`;
  for (const [index, file] of FILES.slice(0, count).entries()) {
    const id = `WO-0${index + 1}`;
    scene.order({ id, allowed_files: [file], acceptance_commands: [id === waiting ? untilGone : `test -s ${file}`] });
    scene.answers({ [`${id}/attempt-1`]: scene.answer({ [file]: "1\n" }) });
  }
};

/** Runs llmch under a shell that reads only some lines of its pipe; `code` is llmch's. */
const readLines = async (
  scene: Scene,
  lines: number,
  flags: readonly string[] = [],
  { command = "run-all", redirection = "" } = {},
) => {
  const file = (name: string) => `'${join(scene.root, name)}'`;
  const reader = `head -n ${lines}; exec <&-; touch ${file("gone")}`;
  const pipeline = `{ "$0" "$@" ${redirection}; echo $? > ${file("code")}; } | { ${reader}; }`;
  const start = command === "run-all" ? scene.runAll : scene.run;
  const finished = await start(["--no-sandbox", "--branch", "work", ...flags], { under: ["sh", "-c", pipeline] });
  return { ...finished, code: Number(readFileSync(join(scene.root, "code"), "utf8")) };
};

const subjects = (scene: Scene) => scene.git("log", "--reverse", "--format=%s", "work").split("\n");
const DONE = (count: number) =>
  ["start", "WO-01", "WO-02", "WO-03"].slice(0, count + 1).map((id) => expect.stringContaining(id));

test.concurrent("a reader that goes away ends a run-all quietly, and resume continues it", async () => {
  const scene = createScene();
  ordersOf(scene, 3, "WO-02");
  const standing = scene.checkout();
  const { code, stdout, stderr } = await readLines(scene, 1);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\n$/);
  expect(code).toBe(130);
  expect(stderr).not.toMatch(/interrupted|EPIPE|^\s+at |resume/m);
  expect(subjects(scene)).toEqual(DONE(2));
  expect(scene.leftovers()).toEqual([]);
  expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });
  const [schedule = ""] = scene.runs("run-all");
  expect(readJsonFile(schedule, "run_summary.json")).toMatchObject({ verdict: "ERROR", exit_code: 130 });
  expect(readJsonLines(schedule, "events.jsonl").at(-1)).toMatchObject({ type: "run_finished", exit_code: 130 });

  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SKIP.*\nSKIP.*\nPASS {2}WO-03 .*\nPASS /) });
  expect(subjects(scene)).toEqual(DONE(3));
});

test.concurrent("both pipes may close, even while a command runs", async () => {
  const scene = createScene();
  ordersOf(scene, 3, "WO-01");
  const { code, stdout, stderr } = await readLines(scene, 1, [], { redirection: "2>&1" });
  expect(stdout).toMatch(/^llmch run-all .*\n$/);
  expect(stderr).toBe("");
  expect(code).toBe(130);
  expect(subjects(scene)).toEqual(DONE(1));
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent.each([
  ["run-all", 2],
  ["run", 1],
])("a %s that was already done stays done", async (command, count) => {
  const scene = createScene();
  ordersOf(scene, count, `WO-0${count}`);
  const { code, stderr } = await readLines(scene, 0, ["--json"], { command });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  expect(subjects(scene)).toEqual(DONE(count));
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("nobody may be left to read the last line", async () => {
  const scene = createScene();
  ordersOf(scene, 2, "WO-02");
  const { code, stdout } = await readLines(scene, 1);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\n$/);
  expect(code).toBe(0);
  const [schedule = ""] = scene.runs("run-all");
  expect(readJsonFile(schedule, "run_summary.json")).toMatchObject({ verdict: "PASS", exit_code: 0 });
});

test.concurrent("a closed standard input, or a reader of progress that went away, changes nothing", async () => {
  const scene = createScene();
  ordersOf(scene, 2, "");
  const closed = ["sh", "-c", 'exec "$0" "$@" <&-'];
  expect(await scene.runAll(["--branch", "work"], { under: closed })).toMatchObject({ code: 0 });

  const other = createScene();
  ordersOf(other, 2, "WO-01");
  const { code, stderr } = await readLines(other, 1, [], { redirection: "3>&1 >&2 2>&3 3>&-" });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^PASS {2}WO-01 .*\nPASS {2}WO-02 .*\nPASS {2}2 of 2 orders/);
});
