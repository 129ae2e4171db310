import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, objectionOf } from "@llmch/testkit";
import { expect, test, vi } from "vitest";
import type { LlmchOptions, ResumeResult } from "./index.ts";
import { type InstanceScene, instanceScene, orderFor, standingOfProcess, writing } from "./instance.fixture.ts";

const ORDERS = [orderFor(1, "a.txt"), orderFor(2, "b.txt", { context_files: ["a.txt"] })];
const ANSWERS = { "WO-01/attempt-1": writing("a.txt"), "WO-02/attempt-1": writing("b.txt") };
/** What a resumed plan or run has. */
const ordersOf = (value: ResumeResult | null) => (value !== null && "orders" in value ? value.orders : []);
const PLAN = { system_overview: ["Two files."], verify_contract: null, work_orders: ORDERS };
const ANSWERS_TO_ALL = { ...ANSWERS, "plan/attempt-1": JSON.stringify(PLAN) };

test("a spec becomes orders, orders become commits, and events report both in order", async () => {
  const scene = instanceScene(ANSWERS_TO_ALL);
  const llmch = scene.llmch();
  const before = standingOfProcess();
  expect(await llmch.runs()).toMatchObject({ ok: true, value: { runs: [] } });

  const planned = await llmch.plan("Write two files.\n");
  expect(planned).toMatchObject({ ok: true, issues: [], value: { kind: "plan", verdict: "PASS", attempts: 1 } });
  if (!planned.ok) return;
  expect(planned.value.orders.map(({ id, title }) => [id, title])).toEqual([
    ["WO-01", "Write a.txt"],
    ["WO-02", "Write b.txt"],
  ]);
  expect(entriesOf(planned.value.ordersDirectory)).toEqual(["WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json"]);

  const done = await llmch.runAll(planned.value, { branch: "work" });
  expect(done).toMatchObject({ ok: true, value: { kind: "run-all", verdict: "PASS", branch: "work", skipped: [] } });
  if (!done.ok) return;
  const commits = scene.repo.git("log", "--reverse", "--format=%H %s", "main..work").split("\n");
  expect(commits).toEqual(
    done.value.orders.map(({ order, commit }) => `${commit} ${order}: Write ${order === "WO-01" ? "a" : "b"}.txt`),
  );
  expect(scene.repo.git("show", "work:b.txt")).toBe("text");

  const folder = join(scene.folder, "artifacts");
  expect([planned.value.directory, done.value.directory]).toEqual([
    join(folder, "planner", planned.value.runId),
    join(folder, "run-all", done.value.runId),
  ]);
  const heard = (run: string) => scene.events.filter(({ run_id }) => run_id === run);
  for (const { directory, runId } of [planned.value, done.value, ...done.value.orders]) {
    const recorded = readFileSync(join(directory, "events.jsonl"), "utf8").trimEnd().split("\n");
    expect(heard(runId).map(({ seq, type }) => [seq, type])).toEqual(
      recorded.map((line) => JSON.parse(line)).map(({ seq, type }) => [seq, type]),
    );
  }
  const again = await llmch.audit(done.value);
  expect(again.issues).toEqual([]);
  expect(again).toMatchObject({
    ok: true,
    value: { orders: 2 },
    warnings: [],
  });
  expect(standingOfProcess()).toEqual(before);
});

test("a plan's check files come with it, or from its folder, and one order alone is refused without them", async () => {
  const checks = [{ name: "look.sh", content: "test -s a.txt\n", hidden: false }];
  const using = orderFor(1, "a.txt", { acceptance_commands: ["sh $LLMCH_CHECKS/look.sh"] });
  const plan = { ...PLAN, checks, work_orders: [using] };
  const scene = instanceScene({ ...ANSWERS, "plan/attempt-1": JSON.stringify(plan) });
  const llmch = scene.llmch();
  const planned = await llmch.plan("Write a file.\n");
  expect(planned).toMatchObject({ ok: true });
  if (!planned.ok) return;
  const [order] = planned.value.orders;
  expect(order).not.toHaveProperty("checks");
  expect(await llmch.runAll(planned.value, { branch: "whole" })).toMatchObject({ ok: true });
  expect(await llmch.runAll(planned.value.ordersDirectory, { branch: "folder" })).toMatchObject({ ok: true });
  expect(await llmch.run({ ...using, checks }, { branch: "own" })).toMatchObject({ ok: true });
  const alone = await llmch.run(using, { branch: "alone" });
  expect(alone).toMatchObject({ ok: false, issues: [{ code: "E205" }] });
});

test("orders may be given as a list, a folder, or one alone", async () => {
  const scene = instanceScene(ANSWERS);
  mkdirSync(join(scene.folder, "wo"));
  for (const order of ORDERS) writeFileSync(join(scene.folder, "wo", `${order.id}.json`), JSON.stringify(order));
  const llmch = scene.llmch();
  const ended = [
    await llmch.runAll(ORDERS, { branch: "list" }),
    await llmch.runAll("wo", { branch: "folder" }),
    await llmch.run(orderFor(1, "a.txt"), { branch: "order" }),
    await llmch.run("wo/WO-01.json", { branch: "file" }),
  ];
  expect(ended.map(({ ok, value }) => [ok, value?.kind, value?.orders.length])).toEqual([
    [true, "run-all", 2],
    [true, "run-all", 2],
    [true, "run", 1],
    [true, "run", 1],
  ]);
  const trees = ["list", "folder", "order", "file"].map((branch) => scene.repo.git("rev-parse", `${branch}^{tree}`));
  expect([trees[0], trees[2]]).toEqual([trees[1], trees[3]]);
});

test("instances at work at once keep to their own repos, records and listeners", async () => {
  const [one, other] = [
    instanceScene(ANSWERS),
    instanceScene({ ...ANSWERS, "WO-02/attempt-1": writing("b.txt", "other\n") }),
  ];
  const before = standingOfProcess();
  const ended = await Promise.all([
    one.llmch().runAll(ORDERS, { branch: "work" }),
    one.llmch({ artifactsDir: "elsewhere" }).runAll(ORDERS.slice(0, 1), { branch: "beside" }),
    other.llmch().runAll(ORDERS, { branch: "work" }),
  ]);
  expect(ended.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect([one.repo.git("show", "work:b.txt"), other.repo.git("show", "work:b.txt")]).toEqual(["text", "other"]);
  expect(one.repo.git("rev-list", "--count", "main..beside")).toBe("1");
  expect(entriesOf(join(one.folder, "artifacts/run-all"))).toEqual([ended[0]?.value?.runId]);
  expect(entriesOf(join(one.folder, "elsewhere/run-all"))).toEqual([ended[1]?.value?.runId]);
  const runsOf = (events: InstanceScene["events"]) =>
    new Set(events.flatMap((event) => (event.type === "schedule_started" ? [event.run_id] : [])));
  expect(runsOf(other.events)).toEqual(new Set([ended[2]?.value?.runId]));
  expect(standingOfProcess()).toEqual(before);
});

test("a signal before the first order is recorded, and the run can be resumed", async () => {
  const scene = instanceScene(ANSWERS);
  // What they depend on takes a while to find, and the signal comes then.
  const many = Array.from({ length: 100 }, (_, index) => orderFor(index + 1, `file-${index}.txt`));
  const ending = new AbortController();
  const told: string[] = [];
  const onEvent: NonNullable<LlmchOptions["onEvent"]> = ({ type }) => {
    told.push(type);
    if (type === "schedule_started") ending.abort();
  };
  const stopped = await scene
    .llmch({ signal: ending.signal, onEvent })
    .runAll([...ORDERS, ...many.slice(2)], { branch: "work" });
  expect(stopped).toMatchObject({ ok: false, value: { verdict: "ERROR" }, issues: [{ code: "interrupted" }] });
  expect(told).toEqual(["schedule_started", "run_finished"]);
  expect(scene.repo.git("worktree", "list").split("\n")).toHaveLength(1);
  const resumed = await scene.llmch().resume(stopped.value ?? "");
  expect(
    ordersOf(resumed.value)
      .slice(0, 2)
      .map((order) => "verdict" in order && order.verdict),
  ).toEqual(["PASS", "PASS"]);
});

test("a signal in the middle puts everything back, and the run can be resumed", async () => {
  const scene = instanceScene(ANSWERS);
  const ending = new AbortController();
  const onEvent: NonNullable<Parameters<InstanceScene["llmch"]>[0]>["onEvent"] = (event) => {
    if (event.type === "command_started" && scene.repo.git("branch", "--list", "work") !== "") ending.abort();
  };
  const stopped = await scene.llmch({ signal: ending.signal, onEvent }).runAll(ORDERS, { branch: "work" });
  expect(stopped).toMatchObject({ ok: false, value: { verdict: "ERROR" }, issues: [{ code: "interrupted" }] });
  expect(scene.repo.git("log", "--format=%s", "main..work")).toBe("WO-01: Write a.txt");
  expect(scene.repo.git("worktree", "list").split("\n")).toHaveLength(1);

  const late = await scene.llmch({ signal: ending.signal }).runAll(ORDERS);
  expect(late).toEqual({
    ok: false,
    exitCode: 130,
    value: null,
    warnings: [],
    issues: [expect.objectContaining({ code: "interrupted" })],
  });

  const resumed = await scene.llmch().resume(stopped.value ?? "");
  expect(resumed).toMatchObject({
    ok: true,
    value: { kind: "run-all", runId: stopped.value?.runId, skipped: ["WO-01"] },
  });
  expect(scene.repo.git("log", "--reverse", "--format=%s", "main..work").split("\n")).toHaveLength(2);
});

test("a signal between two orders leaves the commit of the first, and the issue says so", async () => {
  const scene = instanceScene(ANSWERS);
  const ending = new AbortController();
  const onEvent: LlmchOptions["onEvent"] = (event) => {
    if (event.type === "committed") ending.abort();
  };
  const stopped = await scene.llmch({ signal: ending.signal, onEvent }).runAll(ORDERS, { branch: "work" });
  const [issue] = stopped.issues;
  expect(issue).toMatchObject({ code: "interrupted", order: null });
  expect(issue?.message).toBe("it was interrupted: work keeps the commit of WO-01, and everything else was put back");
  expect(scene.repo.git("log", "--format=%s", "main..work")).toBe("WO-01: Write a.txt");
});

test("an order that its model objects to is revised if the caller agrees, and its run resumed", async () => {
  const wrong = "test -s b.txt";
  const order = orderFor(1, "a.txt", { acceptance_commands: [wrong] });
  const objection = { command: wrong, sentence: "Only a.txt is written." };
  const scene = instanceScene({
    "WO-01/attempt-1": objectionOf({ contradiction: objection }),
    "WO-01/revision-1/attempt-1": JSON.stringify({ ...order, acceptance_commands: ["test -s a.txt"] }),
    "WO-01/attempt-2": writing("a.txt"),
  });
  const ended = await scene.llmch().runAll([order], { branch: "work" });
  expect(ended).toMatchObject({ ok: false, issues: [{ code: "objected", order: "WO-01" }] });
  const run = ended.value ?? "";
  const shown = await scene.llmch().revise(run);
  expect(shown).toMatchObject({ ok: true, value: { order: "WO-01", revision: 1, takenUp: false, before: order } });
  expect(shown.value?.after.acceptance_commands).toEqual(["test -s a.txt"]);
  const taken = await scene.llmch().revise(run, { agree: true, write: true });
  expect(taken).toMatchObject({ ok: true, value: { takenUp: true, revision: 1 }, warnings: [{ code: "warning" }] });
  expect(await scene.llmch().revise(run)).toMatchObject({ ok: false, issues: [{ code: "not-objected" }] });
  expect(await scene.llmch().resume(run)).toMatchObject({
    ok: true,
    value: { orders: [{ verdict: "PASS", attempts: 2 }] },
  });
  expect((await scene.llmch().audit(run)).ok).toBe(true);
});

test("a user's mistake is a value with a code, a message and a hint; nothing is made", async () => {
  const scene = instanceScene(ANSWERS);
  const { llmch } = scene;
  // What a script without types can pass in.
  const loose = (value: unknown) => value as never;
  const refused = [
    ["not-a-git-repo", await llmch({ repo: "." }).runAll(ORDERS)],
    ["protected-branch", await llmch().runAll(ORDERS, { branch: "main" })],
    ["no-orders", await llmch().runAll([])],
    ["no-orders", await llmch().runAll("repo")],
    ["unreadable-input", await llmch().plan({ file: "missing.txt" })],
    ["unreadable-input", await llmch().plan(" ")],
    ["E003", await llmch().run(orderFor(1, "a.txt", { acceptance_commands: ["true && true"] }))],
    ["E005", await llmch().run(loose({ id: "WO-01" }))],
    ["invalid-work-order", await llmch().runAll(loose({ orders: 7 }))],
    ["invalid-work-order", await llmch().run(loose({ id: () => {} }))],
    ["no-such-run", await llmch().resume("01NONE")],
    ["unreadable-input", await llmch().audit("01NONE")],
    ["unreadable-input", await llmch().audit({ branch: "none" })],
    ["usage", await llmch().resume("01NONE", { maxAttempts: 0 })],
    ["usage", await llmch().runAll(ORDERS, { revise: 0 })],
    ["no-such-run", await llmch().revise("01NONE")],
    ["usage", await llmch().runAll(ORDERS, { createBranch: true })],
    ["usage", await llmch().runAll(ORDERS, loose({ brunch: "work" }))],
    ["usage", await llmch().runAll(ORDERS, loose({ branch: 7 }))],
    ["usage", await llmch(loose({ artefactsDir: "x" })).runAll(ORDERS)],
    ["usage", await llmch({ signal: loose({ aborted: false }) }).runAll(ORDERS)],
    ["usage", await llmch({ signal: loose(new EventTarget()) }).runAll(ORDERS)],
    ["bad-settings", await llmch({ settings: loose({ factory: { max_attempts: 0 } }) }).runAll(ORDERS)],
    ["bad-settings", await llmch({ settings: loose({ factory: { attempts: 1 } }) }).plan("x")],
    ["bad-settings", await llmch({ settings: loose({ budget: { usd: Number.NaN } }) }).plan("x")],
    ["bad-settings", await llmch({ settings: loose("fast") }).plan("x")],
    ["no-key", await llmch({ settings: {} }).runAll(ORDERS)],
    ["unreadable-input", await llmch({ settings: { factory: { model: "replay:none.jsonl" } } }).runAll(ORDERS)],
  ] as const;
  for (const [code, outcome] of refused) {
    expect(outcome).toMatchObject({ ok: false, value: null, issues: [{ code, message: expect.any(String) }] });
    expect(outcome.issues[0]?.hint).toEqual(expect.any(String));
  }
  expect(scene.events).toEqual([]);
  expect(existsSync(join(scene.folder, "artifacts/run-all"))).toBe(false);
  expect(scene.repo.git("branch", "--format=%(refname:short)")).toBe("main");
});

test("settings of the instance take precedence over the repo's, and faults in the repo's are refusals", async () => {
  const scene = instanceScene({ ...ANSWERS, "WO-01/attempt-1": "no proposal" });
  scene.repo.write("llmch.config.json", '{ "factory": { "max_attempts": 1, "timeout_seconds": 7 } }');
  scene.repo.commit();
  const by = (settings: object) => scene.llmch({ settings: { ...scene.settings, ...settings } });
  const failed = await by({}).run(orderFor(1, "a.txt"));
  expect(failed).toMatchObject({ ok: false, value: { verdict: "FAIL", orders: [{ attempts: 1, commit: null }] } });
  expect(failed.issues).toMatchObject([{ code: "llm_output_invalid", order: "WO-01" }]);
  const { model } = scene.settings.factory;
  const given = await by({ factory: { model, max_attempts: 2 } }).run(orderFor(1, "a.txt"));
  // The second attempt has no recorded answer.
  expect(given.issues).toMatchObject([{ code: "exception" }]);
  const configs = scene.events.flatMap((event) => (event.type === "order_started" ? [event.config] : []));
  expect(configs).toMatchObject([
    { max_attempts: 1, timeout_seconds: 7 },
    { max_attempts: 2, timeout_seconds: 7 },
  ]);
  scene.repo.write("llmch.config.json", "{ factory }");
  expect(await by({}).run(orderFor(1, "a.txt"))).toMatchObject({ ok: false, issues: [{ code: "bad-settings" }] });
});

test("the user's own settings apply only if the caller passes an environment", async () => {
  const scene = instanceScene(ANSWERS);
  vi.stubEnv("LLMCH_FACTORY_MAX_ATTEMPTS", "none at all");
  const env = { ...scene.repo.env, LLMCH_FACTORY_MAX_ATTEMPTS: "none at all" };
  expect(await scene.llmch({ env }).run(orderFor(1, "a.txt"))).toMatchObject({
    ok: false,
    issues: [{ code: "bad-settings", message: expect.stringContaining("LLMCH_FACTORY_MAX_ATTEMPTS") }],
  });
  expect(await scene.llmch().run(orderFor(1, "a.txt"))).toMatchObject({ ok: true });
  vi.unstubAllEnvs();
});

test("a listener that throws, rejects or changes its events harms no run, and is reported once", async () => {
  const scene = instanceScene(ANSWERS);
  const heard: string[] = [];
  const ended = await scene
    .llmch({
      onEvent: (event) => {
        heard.push(event.type);
        Object.assign(event, { seq: 1000, type: "nonsense" });
        if (event.seq % 2 === 0) throw new Error("spoilt");
        return Promise.reject(new Error("spoilt later"));
      },
    })
    .run(orderFor(1, "a.txt"));
  const untested = { code: "warning", order: "WO-01", message: "NO TEST RAN: WO-01 rests on 1 check alone" };
  expect(ended).toMatchObject({
    ok: true,
    warnings: [{ code: "warning", message: "onEvent threw: spoilt" }, untested],
  });
  expect(heard.at(-1)).toBe("run_finished");
  expect(await scene.llmch().audit(ended.value ?? "")).toMatchObject({ ok: true });
});

test("an invalid plan names its errors, and can be resumed", async () => {
  const broken = { ...PLAN, work_orders: [{ ...ORDERS[0], postconditions: [{ kind: "file_exists", path: "x" }] }] };
  const scene = instanceScene({ "plan/attempt-1": JSON.stringify(broken), "plan/attempt-2": JSON.stringify(PLAN) });
  const { model } = scene.settings.planner;
  const planned = await scene.llmch({ settings: { planner: { model, max_attempts: 1 } } }).plan("Two files.");
  expect(planned).toMatchObject({ ok: false, value: { verdict: "FAIL", orders: [], attempts: 1 } });
  expect(planned.issues).toContainEqual(
    expect.objectContaining({ code: "E103", order: "WO-01", field: "postconditions", hint: expect.any(String) }),
  );
  const resumed = await scene.llmch().resume(planned.value ?? "", { maxAttempts: "+1" });
  expect(resumed).toMatchObject({ ok: true, value: { kind: "plan", attempts: 2, runId: planned.value?.runId } });
  expect(ordersOf(resumed.value)).toHaveLength(2);
});

test("a plan is checked against the repo's files, as a value or by its path", async () => {
  const scene = instanceScene({});
  const order = orderFor(1, "a.txt", { preconditions: [{ kind: "file_exists", path: "README.md" }] });
  const llmch = scene.llmch();
  expect(await llmch.check([order])).toMatchObject({
    ok: true,
    value: { orders: 1, verifyExempt: { "WO-01": false } },
  });
  const alone = await llmch.check({ work_orders: [order] }, { repo: false });
  expect(alone).toMatchObject({ ok: false, issues: [{ code: "E101", order: "WO-01", field: "preconditions" }] });
  writeFileSync(join(scene.folder, "plan.json"), "no JSON");
  expect(await llmch.check("plan.json")).toMatchObject({ ok: false, issues: [{ code: "E000" }] });
});

test("no key from the environment is returned or recorded", async () => {
  const key = "sk-1234567890abcdef1234567890abcdef";
  const scene = instanceScene({
    "WO-01/attempt-1": writing("a.txt", `the key is ${key}\n`),
    "WO-01/attempt-2": writing("a.txt", "the key is not told\n"),
  });
  const env = { ...scene.repo.env, OFFICE: key, LLMCH_CONFIG: "/dev/null" };
  const compatible = { office: { base_url: "https://models.example.com/v1", key_variable: "OFFICE" } };
  const { model } = scene.settings.factory;
  const settings = { factory: { model, max_attempts: 2 }, models: { compatible } };
  const order = orderFor(1, "a.txt", { acceptance_commands: ['node -e "console.log(process.env); process.exit(1)"'] });
  const ended = await scene.llmch({ env, settings }).run(order);
  expect(ended).toMatchObject({ ok: false, issues: [{ code: "acceptance_failed" }] });
  expect(JSON.stringify([ended, scene.events])).not.toContain(key);
  expect(env.OFFICE).toBe(key);
});

test("a signal while the repo is inspected stops that, and nothing is made", async () => {
  const scene = instanceScene(ANSWERS);
  const ending = new AbortController();
  setImmediate(() => ending.abort());
  const stopped = await scene.llmch({ signal: ending.signal }).runAll(ORDERS, { branch: "work" });
  expect(stopped).toMatchObject({ ok: false, value: null, issues: [{ code: "interrupted" }] });
  expect(entriesOf(scene.folder)).not.toContain("artifacts");
  expect(await scene.llmch().runAll(ORDERS, { branch: "work" })).toMatchObject({ ok: true });
});
