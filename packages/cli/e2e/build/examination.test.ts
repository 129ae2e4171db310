import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { schemaFaults } from "../published-schemas.ts";
import { pathWithoutBubblewrap, readJsonFile, readJsonLines, removeScenes, type Scene } from "../scene.ts";
import {
  build,
  buildOf,
  buildScene,
  eventsOf,
  milestone,
  order,
  SENTENCES,
  scopeOf,
  summaryOf,
  window,
} from "./build-scene.ts";

afterAll(removeScenes);

const [GREETS, BYE] = SENTENCES;
const MUTE = "console.log('...');\n";
const HELLO = "console.log('hello');\n";

/** A program of a check: it passes if greet.js prints these words. A file that it cannot do without lies outside of the repo. */
const prints = (words: string, needed: string): string =>
  [
    "import assert from 'node:assert/strict';",
    "import { execFileSync } from 'node:child_process';",
    "import { readFileSync } from 'node:fs';",
    `const words = readFileSync(${JSON.stringify(needed)}, 'utf8') + ${JSON.stringify(words)};`,
    "assert.match(execFileSync(process.execPath, ['greet.js'], { encoding: 'utf8' }), new RegExp(words));",
  ].join("\n");

const check = (sentence: number, program: string, expects: string) => ({
  ...{ sentences: [sentence], language: "node", program, expects },
});

const checks = (...all: readonly ReturnType<typeof check>[]): string =>
  JSON.stringify({ checks: all, questions: [{ sentence: 2, question: "Does it wait before?" }] });

const back = (...said: readonly (readonly [id: string, verdict: string, program?: string])[]): string =>
  JSON.stringify({ checks: said.map(([id, verdict, program = null]) => ({ id, verdict, program })) });

const neededIn = (scene: Scene): string => join(scene.root, "needed.txt");

/** The answers to a build of one milestone whose first window passes its acceptance and greets nobody, and which is examined. */
const examined = (
  scene: Scene,
  said: Readonly<Record<string, string>>,
  second = HELLO,
): Readonly<Record<string, string>> => {
  writeFileSync(neededIn(scene), "");
  return {
    "scope/attempt-1": scopeOf({ ...milestone(1, "greet.js"), fulfils: [...SENTENCES] }),
    "window-01/plan/attempt-1": window([order(1, "greet.js")]),
    "window-01/WO-01/attempt-1": scene.answer({ "greet.js": MUTE }),
    "window-01/examination/attempt-1": checks(check(1, prints("hello", neededIn(scene)), "it prints hello")),
    "window-01/examination/attempt-1/review-1": back(["E-01", "right"]),
    "window-02/plan/attempt-1": window([{ ...order(2, "greet.js"), preconditions: [] }]),
    "window-02/WO-02/attempt-1": scene.answer({ "greet.js": second }, { "greet.js": MUTE }),
    ...said,
  };
};

const look = (scene: Scene, ...words: readonly string[]) => scene.llmch([...words, "--artifacts-dir", scene.artifacts]);
const idOf = (scene: Scene) => basename(buildOf(scene));
const examinationIn = (folder: string) => readJsonFile(folder, "examination.json");
const keysOf = (scene: Scene): readonly unknown[] =>
  readJsonLines(buildOf(scene), "exchanges.jsonl").map((line) => Object(line).key);
const isExamination = (key: unknown): boolean => /\/examination\//.test(String(key));

test("a finding becomes a demand of the next window; a check that its examiner mends or withdraws is none; a replay runs no check again", async () => {
  const scene = buildScene((scene) =>
    examined(scene, {
      "window-01/examination/attempt-1": checks(
        check(1, prints("hello", neededIn(scene)), "it prints hello"),
        check(2, prints("goodbye", neededIn(scene)), "it prints goodbye"),
        check(2, prints("see you", neededIn(scene)), "it prints see you"),
      ),
      "window-01/examination/attempt-1/review-1": back(
        ["E-01", "right"],
        ["E-02", "wrong", prints("", neededIn(scene))],
        ["E-03", "withdrawn"],
      ),
    }),
  );
  const done = await build(scene, ["--approve", "none"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/^PASS .*examined 2 of 2$/m);
  expect(eventsOf(scene).filter(({ type }) => type === "examined")).toMatchObject([
    {
      ...{ examination: 1, examined: { passed: 1, of: 2 } },
      findings: [{ id: "F-01", sentence: GREETS, why: expect.stringContaining("it prints hello"), flaky: false }],
    },
    { examination: 2, examined: { passed: 2, of: 2 }, findings: [] },
  ]);
  const [, second = ""] = scene.runs("planner");
  const prompt = readFileSync(join(second, "compile/prompt_attempt_1.txt"), "utf8");
  expect(prompt).toContain(`F-01: ${GREETS}`);
  expect(prompt).not.toContain("new RegExp(words)");
  const kept = examinationIn(buildOf(scene));
  expect(schemaFaults("examination", kept)).toEqual([]);
  expect(kept).toMatchObject({
    checks: [
      { id: "E-01", asked_back: true, withdrawn: false, results: [{ examination: 1 }, { examination: 2 }] },
      { id: "E-02", sentences: [BYE], asked_back: true, withdrawn: false, results: { length: 3 } },
      { id: "E-03", withdrawn: true },
    ],
    findings: [{ id: "F-01", check: "E-01", open: false }],
    questions: [{ sentence: BYE, question: "Does it wait before?" }],
  });

  rmSync(neededIn(scene));
  const first = idOf(scene);
  const again = await scene.llmch([
    ...["build", "spec.txt", "--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", first],
    ...["--scope", "always", "--approve", "none", "--branch", "again", "--allow-stale"],
  ]);
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(again.stdout).toMatch(/^PASS .*examined 2 of 2$/m);
  const [, replayed = ""] = scene.runs("build").filter((path) => /[0-9A-Z]{26}$/.test(path));
  expect(examinationIn(replayed)).toEqual(kept);
});

test("what stands after the last examination waits for a person: a finding is struck for a reason, and nothing ends", async () => {
  const scene = buildScene((scene) => examined(scene, {}, "console.log('....');\n"));
  const waits = await build(scene, ["--approve", "none", "--json"]);
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout)).toMatchObject({ needs: [{ id: "F-01", kind: "examination", what: GREETS }] });
  const wordless = await look(scene, "decide", "F-01", "reject");
  expect(wordless, wordless.stderr).toMatchObject({ code: 1, stderr: expect.stringContaining("reason") });
  const done = await look(scene, "decide", "F-01", "reject", "The sentence says other.");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(examinationIn(buildOf(scene))).toMatchObject({ struck: [{ id: "F-01", reason: "The sentence says other." }] });
  expect(summaryOf(scene)).toMatchObject({ verdict: "PASS", milestones: [{ state: "done" }] });
  expect(scene.runs("planner")).toHaveLength(2);
});

test("a finding that its user approves stays told", async () => {
  const scene = buildScene((scene) => examined(scene, {}));
  const env = { LLMCH_BUILD_EXAMINATIONS: "1" };
  expect(await build(scene, ["--approve", "none"], { env })).toMatchObject({ code: 6 });
  const done = await scene.llmch(["decide", "F-01", "approve", "--artifacts-dir", scene.artifacts], { env });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/^PASS .*examined 0 of 1$/m);
  expect((await look(scene, "show", "--examination")).stdout).toMatch(new RegExp(`F-01.*${GREETS}`, "s"));
});

test("a build that is killed while checks run goes on, and asks its examiner nothing again", async () => {
  const scene = buildScene((scene) =>
    examined(scene, {
      "window-01/WO-01/attempt-1": scene.answer({ "greet.js": HELLO }),
      "window-01/examination/attempt-1": checks(
        check(
          1,
          `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(join(scene.root, "ran"))}, '.');
          setTimeout(() => { if (!fs.existsSync('greet.js')) throw new Error('no'); }, 500);`,
          "it is there",
        ),
      ),
    }),
  );
  let poll: NodeJS.Timeout | undefined;
  const killed = await build(scene, ["--approve", "none"], {
    onOutput: (_, kill) => {
      poll ??= setInterval(() => existsSync(join(scene.root, "ran")) && kill("SIGKILL"), 20);
    },
  });
  clearInterval(poll);
  expect(killed.signal, killed.stderr).toBe("SIGKILL");
  const done = await look(scene, "resume");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/^PASS .*examined 1 of 1$/m);
  expect(keysOf(scene)).toEqual(["scope/attempt-1", "window-01/examination/attempt-1"]);
  expect(scene.leftovers()).toEqual([]);
});

test("without a sandbox and its user's word no examiner is asked, and a PASS says so; nor is one if nobody is to examine", async () => {
  const scene = buildScene((scene) => examined(scene, {}), { own: {} });
  const env = { PATH: pathWithoutBubblewrap(scene), LLMCH_APPROVE: "none" };
  expect((await build(scene, [], { env })).code).toBe(6);
  const approve = () => scene.llmch(["decide", idOf(scene), "approve", "--artifacts-dir", scene.artifacts], { env });
  expect((await approve()).code).toBe(6);
  const done = await approve();
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout).toMatch(/^PASS .*not examined \(no sandbox\)$/m);
  expect(keysOf(scene).filter(isExamination)).toEqual([]);

  const nobody = buildScene((scene) => examined(scene, {}));
  const passed = await build(nobody, ["--approve", "none", "--examine", "none"]);
  expect(passed, passed.stderr).toMatchObject({ code: 0, stdout: expect.not.stringContaining("examined") });
  expect(keysOf(nobody).filter(isExamination)).toEqual([]);
});
