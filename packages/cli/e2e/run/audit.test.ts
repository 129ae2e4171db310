import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type SealedFile, sealOf, sealText } from "@llmch/contract";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { samplePlan } from "../plan/sample-plan.ts";
import { createScene, filesBelow, sha256 } from "../scene.ts";
import { type AuditedScene, auditedScene, faultsIn } from "./audit-scene.ts";

let scene: AuditedScene;
let kept: string;
beforeAll(async () => {
  scene = await auditedScene();
  kept = join(scene.root, "kept");
  cpSync(scene.artifacts, kept, { recursive: true });
});

/** Resets the artifacts to what the run left. */
const restore = () => {
  rmSync(scene.artifacts, { recursive: true });
  cpSync(kept, scene.artifacts, { recursive: true });
};
const at = (...path: string[]) => join(scene.artifacts, ...path);
const hashes = () => filesBelow(scene.artifacts).map((path) => [path, sha256(readFileSync(at(path)))]);

test("a run-all that nobody touched passes, and the audit changes nothing", async () => {
  const standing = [scene.checkout(), hashes()];
  const { code, stdout, stderr } = await scene.audit();
  const files = filesBelow(scene.artifacts).filter((path) => !/(seal\.json|mark)$/.test(path)).length;
  expect(stdout).toBe(`PASS  audit of run-all ${scene.schedule}: 2 orders, ${files} files whole\n`);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect([scene.checkout(), hashes()]).toEqual(standing);
  expect(scene.leftovers()).toEqual([]);
});

test("one order's run can be named, in either case", async () => {
  const { code, stdout } = await scene.audit([scene.first.toLowerCase()]);
  expect(stdout).toMatch(new RegExp(`^PASS {2}audit of factory ${scene.first}: 1 order, \\d+ files whole\n$`));
  expect(code).toBe(0);
});

test("the JSON document holds the counts, and nothing else is on stdout", async () => {
  const { code, stdout } = await scene.audit(["--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    command: "audit",
    ok: true,
    verdict: "PASS",
    run_id: scene.schedule,
    counts: { orders: 2, faults: 0, unfinished: 0 },
    errors: [],
    warnings: [],
  });
});

describe("changes to the files of a run are named", () => {
  beforeEach(restore);

  /** Changes one byte in the middle of the text that `word` names, or of the file. */
  const flip = (path: string, word?: string) => {
    const bytes = readFileSync(at(path));
    const index = word === undefined ? Math.floor(bytes.length / 2) : bytes.indexOf(word);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(at(path), bytes);
  };

  test("a changed byte in prompts, briefs, answers, outputs and orders", async () => {
    const { first, schedule } = scene;
    const paths = [
      `run-all/${schedule}/orders/WO-02.json`,
      `factory/${first}/attempt_1/failure_brief.json`,
      `factory/${first}/attempt_1/se_prompt.txt`,
      `factory/${first}/attempt_2/acceptance_1_stdout.txt`,
      `factory/${first}/exchanges.jsonl`,
    ];
    for (const path of paths) flip(path, path.endsWith("WO-02.json") ? "Say more" : undefined);
    const { code, stdout } = await scene.audit();
    expect(faultsIn(stdout)).toEqual([...paths.map((path) => `FAULT  ${path}  changed since the run ended`), "FAIL"]);
    expect(code).toBe(2);
  });

  test("a changed byte in a line of the journal, by its number", async () => {
    const path = `factory/${scene.second}/events.jsonl`;
    flip(path, "validate");
    const { code, stdout } = await scene.audit();
    expect(faultsIn(stdout)).toEqual([
      expect.stringMatching(new RegExp(`^FAULT {2}${path}:[1-9]\\d* {2}its checksum does not fit`)),
      `FAULT  ${path}  changed since the run ended`,
      "FAIL",
    ]);
    expect(code).toBe(2);
  });

  test("a changed byte in a seal, and a seal that is gone", async () => {
    flip(`factory/${scene.first}/seal.json`, "run_summary");
    rmSync(at("factory", scene.second, "seal.json"));
    const { stdout } = await scene.audit();
    expect(faultsIn(stdout)).toEqual([
      `FAULT  factory/${scene.first}/seal.json  its chain breaks at sun_summary.json`,
      `FAULT  factory/${scene.first}/seal.json  its run-all recorded the seal, and it is gone`,
      `FAULT  factory/${scene.second}/seal.json  it is missing`,
      `FAULT  factory/${scene.second}/seal.json  its run-all recorded the seal, and it is gone`,
      "FAIL",
    ]);
  });

  test("missing and added files, and links in their place", async () => {
    const run = `factory/${scene.first}`;
    rmSync(at(run, "attempt_1/failure_brief.json"));
    rmSync(at(run, "attempt_2/verify_result.json"));
    symlinkSync("acceptance_result.json", at(run, "attempt_2/verify_result.json"));
    mkdirSync(at(run, "attempt_3"));
    writeFileSync(at(run, "attempt_3/note.txt"), "");
    const { stdout } = await scene.audit();
    expect(faultsIn(stdout)).toEqual([
      `FAULT  ${run}/attempt_1/failure_brief.json  was there when the run ended`,
      `FAULT  ${run}/attempt_2/verify_result.json  was there when the run ended`,
      `FAULT  ${run}/attempt_3/note.txt  was not there when the run ended`,
      `FAULT  ${run}/attempt_2/verify_result.json  it is no regular file`,
      "FAIL",
    ]);
  });

  test("an order's run that was removed, and one that was sealed again after a change", async () => {
    rmSync(at("factory", scene.first), { recursive: true });
    const run = at("factory", scene.second);
    writeFileSync(join(run, "attempt_1/se_prompt.txt"), "nothing was asked\n");
    const files = filesBelow(run)
      .filter((path) => path !== "seal.json" && path !== "mark")
      .map((path): SealedFile => {
        const bytes = readFileSync(join(run, path));
        return { path, bytes: bytes.length, sha256: sha256(bytes) };
      });
    writeFileSync(join(run, "seal.json"), sealText(sealOf(files)));
    const { stdout } = await scene.audit();
    expect(faultsIn(stdout)).toEqual([
      `FAULT  factory/${scene.first}  the run of WO-01 is not there`,
      `FAULT  factory/${scene.second}/seal.json  it is not the seal that its run-all recorded`,
      "FAIL",
    ]);
  });

  test("the JSON document names them by code and place", async () => {
    const path = `factory/${scene.first}/attempt_1/se_prompt.txt`;
    flip(path);
    const { code, stdout } = await scene.audit(["--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      exit_code: 2,
      verdict: "FAIL",
      counts: { faults: 1 },
      errors: [{ code: "seal", where: path, message: `${path}: changed since the run ended` }],
    });
  });
});

/** Cuts a run's journal to this many lines. */
const cutJournal = (run: string, lines: number) => {
  const journal = readFileSync(join(run, "events.jsonl"), "utf8").split("\n");
  writeFileSync(
    join(run, "events.jsonl"),
    journal
      .slice(0, lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
};

describe("an order that landed has a whole, sealed record", () => {
  beforeEach(restore);
  afterEach(restore);

  test.each([8, 1, 0])("a journal cut to %i lines", async (lines) => {
    const run = `factory/${scene.second}`;
    cutJournal(at(run), lines);
    rmSync(at(run, "seal.json"));
    const stands = expect.stringMatching(`^FAULT  ${run}  it ends early, and its commit \\w{10} stands$`);
    const ended = `FAULT  ${run}  it ends early: run-all/${scene.schedule} recorded its end`;
    const whole = await scene.audit([scene.schedule]);
    expect(faultsIn(whole.stdout)).toEqual([stands, ended, "FAIL"]);
    const branch = await scene.audit(["--branch", "work", "--repo", scene.repo]);
    expect(faultsIn(branch.stdout)).toEqual([stands, "FAIL"]);
    expect([whole.code, branch.code]).toEqual([2, 2]);
    const alone = await scene.audit([scene.second]);
    // An empty journal names no branch.
    if (lines > 0) expect(faultsIn(alone.stdout)).toEqual([stands, "FAIL"]);
  });

  test("the seal tells that the run had ended", async () => {
    cutJournal(at("run-all", scene.schedule), 3);
    const { code, stdout } = await scene.audit([scene.schedule]);
    expect(stdout).toContain(`FAULT  run-all/${scene.schedule}/events.jsonl  it ends before the run did`);
    expect(code).toBe(2);
  });

  test("a seal that is gone, though the run looks like one that was killed", async () => {
    rmSync(at("factory", scene.first, "seal.json"));
    writeFileSync(at("factory", scene.first, ".reserve"), "...");
    const { code, stdout } = await scene.audit([scene.schedule]);
    const said = `FAULT  factory/${scene.first}/seal.json  its run-all recorded the seal, and it is gone`;
    expect(faultsIn(stdout)).toEqual([said, "FAIL"]);
    expect(code).toBe(2);
  });
});

describe("what an audit cannot check is reported, and is no fault", () => {
  afterEach(restore);

  test("a run that was broken off before it made a commit", async () => {
    const failed = createScene();
    failed.order();
    failed.answers({ "WO-01/attempt-1": "no proposal" });
    await failed.run(["--branch", "work", "--max-attempts", "1"]);
    const [run = ""] = failed.runs();
    cutJournal(run, 8);
    rmSync(join(run, "seal.json"));
    const { code, stdout } = await failed.llmch(["audit", "--artifacts-dir", failed.artifacts]);
    const id = basename(run);
    expect(stdout).toBe(
      `UNFINISHED  ${id}  broken off, or still running: \`llmch resume ${id}\` continues it\n` +
        `PASS  audit of factory ${id}: 0 orders, 0 files whole\n`,
    );
    expect(code).toBe(0);
  });
});

test("a planner's run is checked by its files", async () => {
  const plan = createPlanScene([samplePlan()]);
  expect((await plan.replay()).code).toBe(0);
  const passed = await plan.llmch(["audit"]);
  expect(passed.stdout).toMatch(/^PASS {2}audit of planner \w{26}: 0 orders, \d+ files whole\n$/);
  plan.write({ [`${plan.run()}/compile/prompt_attempt_1.txt`]: "another prompt" });
  const { code, stdout } = await plan.llmch(["audit"]);
  expect(stdout).toMatch(
    /^FAULT {2}planner\/\w{26}\/compile\/prompt_attempt_1\.txt {2}changed since the run ended\nFAIL/,
  );
  expect(code).toBe(2);
});

test.each([
  [["01ARZ3NDEKTSV4RRFFQ69G5FAV"], /there is no run 01ARZ3NDEKTSV4RRFFQ69G5FAV in .*: `llmch runs.*` lists/],
  [["--artifacts-dir", "nowhere"], /nowhere cannot be read \(there is no such file\)/],
  [["--branch", "none", "--repo", "repo"], /there is no branch none: name a branch of the repo, or --repo/],
  [["--repo", "wo"], /wo is not a git repo/],
  [["--branch", "work"], /is not a git repo/],
  [["01ARZ3NDEKTSV4RRFFQ69G5FAV", "--branch", "work"], /a run and --branch exclude each other/],
  [["one", "two"], /too many arguments/],
  [["--list"], /unknown option '--list'/],
])("%j is refused in one line", async (flags, said) => {
  const names = readdirSync(scene.root);
  const { code, stdout, stderr } = await scene.audit(flags);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: .+: .+\n$/);
  expect(stderr).toMatch(said);
  expect(readdirSync(scene.root)).toEqual(names);
});
