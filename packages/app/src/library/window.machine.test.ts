import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@llmch/config";
import { EVENT_FORMAT, type PlanConfig, type WorkOrder } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { compileRun, preparePlan } from "@llmch/plan";
import { carryOutSchedule, openWork, workOfDirectory } from "@llmch/run";
import { createRun, newRunId } from "@llmch/store";
import { expect, test } from "vitest";
import { instanceScene, orderFor, TEMPLATES, writing } from "./instance.fixture.ts";

const BUILD = newRunId();

/** An order that builds on what only the build's branch has. */
const later = (changes: Partial<WorkOrder> = {}): WorkOrder => ({
  ...orderFor(6, "later.txt", { acceptance_commands: ["cmp early.txt later.txt"] }),
  preconditions: [{ kind: "file_exists", path: "early.txt" }],
  postconditions: [{ kind: "file_exists", path: "later.txt" }],
  context_files: ["early.txt"],
  ...changes,
});
const window = (orders: readonly WorkOrder[]): string =>
  JSON.stringify({
    ...{ system_overview: ["It is later."], verify_contract: null, work_orders: orders, questions: null },
    ...{ completes: orders.length === 0, notes: [{ before: "old", now: "new", why: "it changed" }], abort: null },
  });

/** A build's branch that is ahead of HEAD, and the functions that its second window is made with. */
const building = (answers: Readonly<Record<string, string>>) => {
  const scene = instanceScene(answers);
  const { repo, folder } = scene;
  repo.git("checkout", "-q", "-b", "product");
  repo.write("early.txt", "text\n");
  const tip = repo.commit("early");
  repo.git("checkout", "-q", "main");
  writeFileSync(join(folder, "spec.txt"), "It is later.\n");
  const values = {
    ...DEFAULT_SETTINGS,
    planner: { ...DEFAULT_SETTINGS.planner, max_attempts: 1, tools: "off" as const },
  };
  const context: Context = {
    settings: { values, untrusted: {}, doubtedPrices: [], origins: {}, files: [], faults: [], repoServers: [] },
    ...{ env: repo.env, secrets: [], cwd: folder, signal: new AbortController().signal, version: "1.2.3" },
    ...{ templates: TEMPLATES, warn: () => {}, reasoning: () => {} },
  };
  const replaying = { replay: join(folder, "answers.jsonl"), replayStrict: false, given: {} };
  const plan = async (replay = replaying.replay, part: Partial<NonNullable<PlanConfig["part"]>> | null = {}) => {
    const options = {
      ...{ spec: "spec.txt", repo: "repo", overwrite: false, refresh: false },
      ...{ ...replaying, replay },
      ...(part === null
        ? {}
        : {
            part: {
              ...{ build: BUILD, window: 2, commit: tip, first_order: 6, most_orders: 3 },
              ...{ standing: "M1 is reached.", notes: ["old"], citable: ["WO-03"], ...part },
            },
          }),
    };
    const prepared = await preparePlan(options, context);
    if (!prepared.ok) throw new Error(prepared.issues[0].message);
    if (prepared.value.kind === "stored") throw new Error("it was planned before");
    const face = { event: () => {}, ask: async () => {} };
    const made = await compileRun(prepared.value.inputs, options, newRunId(), context, face);
    if (!made.ok) throw new Error(made.issues[0].message);
    return made.value;
  };
  const carryOut = async (workdir: string, branch = "product", replay = replaying.replay) => {
    const replayStrict = replay === BUILD;
    const options = {
      ...{ workdir, repo: "repo", branch, createBranch: false, reuseBranch: branch === "product" },
      ...(branch === "product" ? {} : { commitHash: tip }),
      ...{ allowVerifyExempt: false, allowEmpty: false, allowDirty: false, allowStale: false, stopOnRepeat: true },
      ...{ sandbox: "auto" as const, allowNetwork: false, ...replaying, replay, replayStrict },
      part: { build: BUILD, window: 2 },
    };
    const work = await workOfDirectory(options, context);
    if (!work.ok) throw new Error(work.issues[0].message);
    const observer = { event: () => {}, output: null, ended: () => {} };
    const opened = await openWork(work.value);
    if (!opened.ok) throw new Error(opened.issues[0].message);
    const { schedule, prepared, release } = opened.value;
    return carryOutSchedule(schedule, prepared, context, observer).finally(release);
  };
  /** The record of a build with these two runs. */
  const recordBuild = async (planned: string, carriedOut: string): Promise<void> => {
    const store = await createRun(join(folder, "artifacts"), "build", BUILD);
    await store.emit({
      ...{
        type: "build_started",
        format: EVENT_FORMAT,
        spec: "spec.txt",
        spec_sha256: "",
        scoped: true,
        baseline: tip,
      },
      config: {
        ...{ spec: "spec.txt", repo: repo.path, scope: "auto", approve: [], pr: false, settings: {} },
        ...{ replay: null, replay_strict: false, branch: null, create_branch: false, reuse_branch: false },
        ...{ commit_hash: null, max_attempts: 3, llm_model: "m", llm_temperature: null, timeout_seconds: 60 },
        ...{ allow_verify_exempt: false, allow_empty: false, allow_dirty: false, allow_stale: false, push: false },
        ...{ stop_on_repeat: true, sandbox: "auto", allow_network: false },
      },
    });
    await store.emit({ type: "build_step_started", step: "plan", window: 2, run: planned });
    await store.emit({ type: "build_step_started", step: "run-all", window: 2, run: carriedOut });
    await store.appendExchange({ key: "window-02/assessment/attempt-1", response: { text: "{}" } });
    store.abandon();
  };
  return { ...scene, plan, carryOut, recordBuild };
};

const keysIn = (directory: string): readonly string[] =>
  readFileSync(join(directory, "exchanges.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).key);

test("a window is planned on its branch's tip, carried out, audited and replayed by the build's id", async () => {
  const scene = building({
    "window-01/plan/attempt-1": "no plan",
    "window-02/plan/attempt-1": window([later()]),
    "window-01/WO-06/attempt-1": writing("later.txt", "wrong\n"),
    "window-02/WO-06/attempt-1": writing("later.txt"),
  });
  const planned = await scene.plan();
  expect(planned).toMatchObject({ verdict: "PASS", outcome: { window: { notes: ["new"], completes: false } } });
  expect(keysIn(planned.directory)).toEqual(["window-02/plan/attempt-1"]);

  const done = await scene.carryOut(planned.orders);
  expect(done).toMatchObject({ verdict: "PASS", runs: [{ orderId: "WO-06", verdict: "PASS" }] });
  const [run] = done.runs;
  expect(keysIn(run?.directory ?? "")).toEqual(["window-02/WO-06/attempt-1"]);
  const whole = done.directory?.split("/").at(-1) ?? "";
  const llmch = scene.llmch({ settings: {} });
  expect(await llmch.audit(whole)).toMatchObject({ exitCode: 0, ok: true });
  const shown = await llmch.show({ run: run?.runId ?? "" });
  expect(JSON.stringify(shown.value)).toContain('"key":"WO-06/attempt-1"');

  await scene.recordBuild(planned.runId, whole);
  expect(await scene.plan(BUILD)).toMatchObject({ verdict: "PASS" });
  expect(await scene.carryOut(planned.orders, "again", BUILD)).toMatchObject({ verdict: "PASS" });
  expect(scene.repo.git("rev-parse", "again^{tree}")).toBe(scene.repo.git("rev-parse", "product^{tree}"));
  const settings = { planner: { max_attempts: 1 } };
  const plain = await scene.llmch({ settings }).plan({ spec: "It is later.", replay: BUILD });
  expect(plain).toMatchObject({ ok: false });
  expect(plain.issues[0]?.message).toContain("the record holds no exchange with the key plan/attempt-1");
});

test("a window without orders is a plan, which can be shown and holds none", async () => {
  const scene = building({ "window-02/plan/attempt-1": window([]) });
  const planned = await scene.plan();
  expect(planned).toMatchObject({
    verdict: "PASS",
    exitCode: 0,
    estimate: null,
    outcome: { window: { completes: true } },
  });
  const llmch = scene.llmch({ settings: {} });
  expect(await llmch.show({ run: planned.runId })).toMatchObject({
    ok: true,
    value: { story: { verdict: "PASS", written: null } },
  });
  const shown = await llmch.planShow({ plan: planned.runId });
  expect(shown).toMatchObject({ ok: false, issues: [{ code: "no-orders" }] });
});

test("a build without a scope plans as `plan` does, but for its keys and its commit", async () => {
  const text = JSON.stringify({ ...JSON.parse(window([orderFor(1, "a.txt")])), notes: [], completes: false });
  const scene = building({ "plan/attempt-1": text });
  scene.repo.git("checkout", "-q", "product");
  const alone = await scene.plan(undefined, null);
  scene.repo.git("checkout", "-q", "main");
  const part = await scene.plan(undefined, { standing: null, notes: [], citable: [], first_order: 1, window: 1 });
  expect(part).toMatchObject({ verdict: "PASS", isStored: false, outcome: { window: null } });
  const prompt = ({ directory }: typeof part) => readFileSync(join(directory, "compile/prompt_attempt_1.txt"), "utf8");
  // Each prompt has fences of its own.
  const plain = (of: typeof part) => prompt(of).replace(/--- (begin|end) (.*) \w+$/gm, "--- $1 $2");
  expect(plain(part)).toBe(plain(alone));
  const request = ({ directory }: typeof part) =>
    JSON.parse(readFileSync(join(directory, "exchanges.jsonl"), "utf8")).request_sha256;
  expect(request(part)).toBe(request(alone));
  expect([keysIn(alone.directory), keysIn(part.directory)]).toEqual([["plan/attempt-1"], ["window-01/plan/attempt-1"]]);
});
