import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRun, newRunId, takeOver } from "@llmch/store";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { findPrunable } from "../remove/prune.ts";
import { createQueue, serveFolder } from "./queue.ts";

const OTHER = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** Stands for llmch: does in the folder of a run what its environment says, and prints its document. */
const PROGRAM = `
import { appendFileSync, writeFileSync } from "node:fs";
const [, , , run, , root] = process.argv;
const { does, prints, kind } = JSON.parse(process.env.DOES);
const folder = root + "/" + kind + "/" + run;
writeFileSync(folder + "/../../flags", process.argv.slice(7).join(" "));
for (const event of does) appendFileSync(folder + "/events.jsonl", JSON.stringify({ ts: new Date().toISOString(), run_id: run, ...event }) + "\\n");
if (prints !== undefined) console.log(JSON.stringify(prints));
`;

interface Act {
  /** The events that it writes. */
  readonly does?: readonly object[];
  readonly prints?: object;
}

const scene = () => {
  const repo = throwawayRepo();
  onTestFinished(repo.remove);
  const program = join(repo.folder, "program.mjs");
  writeFileSync(program, PROGRAM);
  const data = join(repo.folder, "data");
  const env = { ...repo.env, HOME: repo.folder, XDG_STATE_HOME: join(repo.folder, "state"), TMPDIR: repo.folder };
  const whole: Record<string, string> = { ...env };
  const open = (secrets: readonly string[] = []) =>
    createQueue(data, { env, whole, secrets, cwd: repo.folder, program: [process.execPath, program] });
  const queue = open();
  const submit = async (
    operation = "plan",
    request: Readonly<Record<string, unknown>> = { spec: "A shop" },
    dedupKey?: string,
  ) => {
    const done = await queue.submit({ operation, request, given: {}, cwd: repo.path, dedupKey });
    if (!done.ok) throw new Error(JSON.stringify(done.issues));
    return done.value;
  };
  const now = async (id: string) => {
    const job = await queue.job(id);
    if (job === null) throw new Error(`there is no job ${id}`);
    expect((await queue.jobs()).find((each) => each.id === id)).toEqual(job);
    return job;
  };
  const carriedOut = async (id: string, { does = [], prints }: Act = {}) => {
    const job = await now(id);
    whole.DOES = JSON.stringify({ does, prints, kind: job.kind });
    const started = await queue.start(job);
    if (!started.ok) throw new Error(JSON.stringify(started.issues));
    await started.value.ended;
    return now(id);
  };
  const folderOf = (id: string, kind = "planner") => join(queue.root, kind, id);
  return { repo, data, env, whole, open, queue, submit, now, carriedOut, folderOf };
};

const REFUSED = {
  ...{ exit_code: 1, verdict: "REFUSED", run_id: null },
  errors: [{ code: "dirty-checkout", message: "the checkout has changes", hint: "commit them" }],
};
const PLANNING = { type: "plan_started", spec: "-", seq: 0 };
const ended = (verdict: string, exit_code: number) => ({ type: "run_finished", verdict, exit_code });

test("a request is judged, made whole and kept before it is acknowledged", async () => {
  const { repo, queue, submit, now, open, folderOf } = scene();
  writeFileSync(join(repo.path, "spec.md"), "\uFEFF\n## Shop with sk-secret-key\n\nSells.\n");
  const given = { "budget.usd": 1, "notify.command": "slack:https://hooks.slack.test/T0/B0/x7Yq" };
  const asked = { operation: "plan", request: { spec: { file: "spec.md" }, repo: "." }, given };
  const done = await open(["sk-secret-key"]).submit({ ...asked, cwd: repo.path });
  const id = done.ok ? done.value.id : "";
  expect(done).toEqual({ ok: true, value: { id, state: "queued", isNew: true } });
  rmSync(join(repo.path, "spec.md"));
  const text = readFileSync(join(folderOf(id), "request.json"), "utf8");
  expect(text).not.toMatch(/sk-secret-key|x7Yq/);
  expect(JSON.parse(text)).toMatchObject({ request: { repo: repo.path, spec: expect.stringContaining("Sells.") } });
  expect(await now(id)).toMatchObject({
    ...{ id, kind: "planner", operation: "plan", state: "queued", repo: repo.path, branch: null, dedupKey: null },
    ...{
      verdict: null,
      exitCode: null,
      needs: [],
      errors: [],
      discarded: false,
      result: id,
      startedAt: null,
      endedAt: null,
    },
    subject: expect.stringMatching(/^Shop with /),
  });
  expect(await now((await submit("build", { spec: "x", branch: "work" })).id)).toMatchObject({ branch: "work" });
  expect((await now((await submit("run-all", { orders: [{}, {}] })).id)).subject).toBe("2 orders");
  const orders = join(repo.folder, "orders");
  mkdirSync(orders);
  writeFileSync(join(orders, "WO-01.json"), JSON.stringify({ title: "Add a shelf" }));
  const { id: all } = await submit("run-all", { orders });
  expect((await now(all)).subject).toBe("Add a shelf, 1 order");
  // Those that it carries out, as it keeps them, count more.
  mkdirSync(join(folderOf(all, "run-all"), "orders"));
  for (const name of ["WO-02", "WO-03"])
    writeFileSync(join(folderOf(all, "run-all"), "orders", `${name}.json`), JSON.stringify({ title: name }));
  expect((await open().job(all))?.subject).toBe("WO-02, 2 orders");
  expect(await queue.job(OTHER)).toBeNull();
});

test("a repo is the same however it is spelt", async () => {
  const { repo, submit, now } = scene();
  const link = join(repo.folder, "link");
  symlinkSync(repo.path, link);
  mkdirSync(join(repo.path, "src"));
  for (const spelling of [link, "src", repo.path])
    expect(await now((await submit("plan", { spec: "x", repo: spelling })).id)).toMatchObject({ repo: repo.path });
});

test.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
  ["an operation that makes no run", "show", {}],
  ["one that there is not", "nonsense", {}],
  ["an unknown member", "plan", { spec: "x", speck: "y" }],
  ["a member of another form", "plan", { spec: "x", repo: 1 }],
  ["what only looks", "run-all", { dryRun: true }],
  ["a repo that is none", "plan", { spec: "x", repo: "nowhere" }],
  ["a spec that cannot be read", "plan", { spec: { file: "nowhere" } }],
  ["what is no JSON", "plan", { spec: () => {} }],
  ...[5, null, "", " \n", {}, { file: 5 }, { file: "" }, undefined].map(
    (spec) => [`a spec that is ${JSON.stringify(spec)}`, "build", spec === undefined ? {} : { spec }] as const,
  ),
  ["an empty spec", "plan", { spec: { file: "empty" } }],
  ["a plan of another tool, in a folder", "plan", { spec: { file: "specs/001-cart" } }],
  ["a plan of another tool, by its file", "build", { spec: { file: "specs/001-cart/tasks.md" } }],
  ["a plan of nothing", "plan", {}],
  ...[[], {}, { orders: [] }, null, 5, "nowhere", OTHER].map(
    (orders) => [`orders that are ${JSON.stringify(orders)}`, "run-all", { orders }] as const,
  ),
  ["an order that is nothing", "run", { order: {} }],
  ["an order's file that is not there", "land", { order: "nowhere.json" }],
  ["a plan that is not there", "plan revise", { feedback: "more", plan: OTHER }],
  ["orders of a repo that has no plan", "run-all", {}],
  ["a branch that is protected", "run-all", { orders: [{}], branch: "main" }],
  ["a model that its provider does not serve", "plan", { spec: "x", repo: "misnamed" }],
  ["settings that are faulty", "plan", { spec: "x", repo: "faulty" }],
])("is refused, and nothing is made: %s", async (_, operation, request) => {
  const { repo, queue } = scene();
  writeFileSync(join(repo.path, "empty"), "\n");
  mkdirSync(join(repo.path, "specs/001-cart"), { recursive: true });
  writeFileSync(join(repo.path, "specs/001-cart/tasks.md"), "# Tasks\n\n- [ ] T001 Write src/cart.js\n");
  const settings = { faulty: { planner: { modle: "x" } }, misnamed: { planner: { model: "claude-opus-5" } } };
  for (const [name, document] of Object.entries(settings)) {
    execFileSync("git", ["init", "--quiet", join(repo.path, name)], { env: repo.env });
    writeFileSync(join(repo.path, name, "llmch.config.json"), JSON.stringify(document));
  }
  const done = await queue.submit({ operation, request, given: {}, cwd: repo.path });
  expect(done).toMatchObject({ ok: false, issues: [{ code: expect.any(String), hint: expect.any(String) }] });
  expect(await queue.jobs()).toEqual([]);
});

test("nothing is queued where no server could serve it, or where nothing can be kept, and nothing is left", async () => {
  const { repo, data, queue } = scene();
  const say = (dedupKey?: string) =>
    queue.submit({ operation: "plan", request: { spec: "x" }, given: {}, cwd: repo.path, dedupKey });
  mkdirSync(data, { mode: 0o755 });
  writeFileSync(join(data, "notes.txt"), "");
  expect(await say()).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
  expect(readdirSync(data)).toEqual(["notes.txt"]);
  rmSync(join(data, "notes.txt"));
  mkdirSync(queue.root);
  // Where a folder is meant to be: as it fails on a full disk.
  writeFileSync(join(queue.root, "planner"), "");
  expect(await say()).toMatchObject({ ok: false, issues: [{ code: "not-writable", hint: expect.any(String) }] });
  expect([readdirSync(queue.root), await queue.jobs()]).toEqual([["planner"], []]);
  rmSync(join(queue.root, "planner"));
  expect(await say("k".repeat(200))).toMatchObject({ ok: true });
  expect(await say("k".repeat(201))).toMatchObject({ ok: false, issues: [{ code: "usage" }] });
});

test("a key has one open job, whoever submits it and how many at once", async () => {
  const { repo, submit, carriedOut, open } = scene();
  const asked = { operation: "plan", request: { spec: "x" }, given: {}, cwd: repo.path };
  const queues = [open(), open(), open()];
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, index) => queues[index % 3]?.submit({ ...asked, dedupKey: `key ${index % 2}` })),
  );
  const ids = new Set(many.map((done) => (done?.ok ? done.value.id : "")));
  const made = many.filter((done) => done?.ok && done.value.isNew);
  expect([ids.size, made.length]).toEqual([2, 2]);
  const known = await submit("plan", { spec: "another" }, "key 0");
  expect([...ids]).toContain(known.id);
  await carriedOut(known.id, { prints: REFUSED });
  expect(await submit("plan", { spec: "x" }, "key 0")).toMatchObject({ isNew: true, state: "queued" });
});

test("a process that wrote no event tells what became of the job: a refusal, or another run", async () => {
  const { submit, carriedOut, folderOf, now } = scene();
  const { id } = await submit();
  const failed = await carriedOut(id, { prints: REFUSED });
  expect(failed).toMatchObject({ state: "refused", verdict: null, exitCode: 1, errors: REFUSED.errors, result: id });
  expect(failed.endedAt).not.toBeNull();
  const { id: known } = await submit();
  const PASSED = { exit_code: 0, verdict: "PASS", run_id: OTHER, errors: [] };
  expect(await carriedOut(known, { prints: PASSED })).toMatchObject({
    state: "passed",
    verdict: "PASS",
    result: OTHER,
  });
  expect(readdirSync(folderOf(known)).sort()).toEqual(["queue.json", "request.json"]);
  // What it says is no place on this machine.
  const { id: strange } = await submit();
  expect((await carriedOut(strange, { prints: { ...PASSED, run_id: "../.." } })).result).toBe(strange);
  expect((await now(id)).state).toBe("refused");
});

test("a process that dies before it says anything is started four times, and then somebody looks at it", async () => {
  const { submit, carriedOut, queue } = scene();
  const { id } = await submit();
  for (let count = 1; count <= 3; count++) expect((await carriedOut(id)).state).toBe("queued");
  const stuck = await carriedOut(id);
  const errors = [{ message: "its process died 4 times" }];
  expect(stuck).toMatchObject({
    state: "stopped",
    needs: [],
    errors,
    next: [{ command: expect.stringMatching(/^llmch resume /) }],
  });
  expect(await queue.start(stuck)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await queue.goOn(id)).toMatchObject({ ok: true, value: { state: "queued" } });
  expect(await queue.goOn(id)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await carriedOut(id, { prints: REFUSED })).toMatchObject({ state: "refused" });
});

test("a run that goes on each time and dies again is started four times as well", async () => {
  const { submit, carriedOut } = scene();
  const { id } = await submit();
  for (const state of ["queued", "queued", "queued", "stopped"])
    expect((await carriedOut(id, { does: [PLANNING] })).state).toBe(state);
});

test("what holds the branch is waited for, and is no start", async () => {
  const { submit, carriedOut } = scene();
  const { id } = await submit();
  const prints = { exit_code: 1, verdict: "REFUSED", errors: [{ code: "locked", message: "held", hint: "wait" }] };
  for (let count = 0; count < 6; count++) expect((await carriedOut(id, { prints })).state).toBe("queued");
});

test("a run that was refused when it was to go on stopped, and says why", async () => {
  const { submit, carriedOut, queue } = scene();
  const { id } = await submit();
  expect((await carriedOut(id, { does: [PLANNING] })).state).toBe("queued");
  const refused = await carriedOut(id, { prints: REFUSED });
  expect(refused).toMatchObject({
    ...{ state: "stopped", needs: [], errors: REFUSED.errors },
    next: [{ why: "goes on once that is mended: commit them" }],
  });
  expect(await queue.goOn(id)).toMatchObject({ ok: true });
  const done = await carriedOut(id, { does: [ended("PASS", 0)] });
  expect(done).toMatchObject({ state: "passed", verdict: "PASS", exitCode: 0, needs: [], errors: [] });
  const again = await queue.decide(id, { decision: "approve", text: null }, { id: "plan", sha256: "f".repeat(64) });
  expect(again).toMatchObject({ ok: false, issues: [{ code: "decided" }] });
});

test.each([
  ["PASS", 0, "passed"],
  ["FAIL", 1, "failed"],
  ["ERROR", 5, "stopped"],
] as const)("a run that ended with %s %d is %s", async (verdict, exitCode, state) => {
  const { submit, carriedOut, queue } = scene();
  const { id } = await submit();
  expect(await carriedOut(id, { does: [PLANNING, ended(verdict, exitCode)] })).toMatchObject({
    state,
    exitCode,
    verdict,
  });
  const cancelled = await queue.cancel(id);
  expect(cancelled).toMatchObject(
    state === "stopped" ? { ok: true, value: { state: "cancelled" } } : { ok: false, issues: [{ code: "ended" }] },
  );
});

test("a run that was interrupted, as when a machine ends, has died; one that a person took over and interrupted is theirs", async () => {
  const { submit, carriedOut, queue, now, folderOf } = scene();
  const { id } = await submit();
  const left = await carriedOut(id, { does: [PLANNING, ended("ERROR", 130)] });
  expect(left).toMatchObject({ state: "queued", verdict: null, exitCode: null, endedAt: null });
  for (const state of ["queued", "queued", "stopped"]) expect((await carriedOut(id)).state).toBe(state);
  expect((await now(id)).errors).toMatchObject([{ message: "its process died 4 times" }]);
  expect(await takeOver(folderOf(id))).toBe(false);
  expect(await now(id)).toMatchObject({ state: "interrupted", verdict: "ERROR", exitCode: 130 });
  expect(await queue.cancel(id)).toMatchObject({ ok: true, value: { state: "cancelled" } });
});

test("a job that stopped says why, and goes on if a person wants it, with a larger limit if it reached one", async () => {
  const { submit, carriedOut, queue, now } = scene();
  const { id } = await submit();
  const errors = [{ code: "failed", message: "the budget of $1.00 is used up: $1.00 spent", hint: expect.any(String) }];
  const limit = { type: "limit_reached", limit: "usd", cap: 1, spent: 1, needed: 0, seq: 1 };
  const prints = { exit_code: 5, verdict: "ERROR", run_id: id, errors: [] };
  const failed = await carriedOut(id, { does: [PLANNING, limit, ended("ERROR", 5)], prints });
  expect(failed).toMatchObject({ state: "stopped", exitCode: 5, errors, needs: [] });
  expect(failed.next.map(({ command }) => command)).toEqual([
    expect.stringMatching(/^llmch resume \w+ --artifacts-dir .+ --budget 2$/),
  ]);
  const again = () => queue.goOn(id);
  expect(await again()).toMatchObject({ ok: true, value: { state: "queued", needs: [], errors: [] } });
  expect(await again()).toMatchObject({ ok: false });
  // It dies before it says anything: it is wanted all the same.
  expect((await carriedOut(id)).state).toBe("queued");
  expect(readFileSync(join(queue.root, "flags"), "utf8")).toBe("--budget 2");
  expect(await carriedOut(id, { prints: REFUSED })).toMatchObject({ state: "stopped", errors: REFUSED.errors });
  expect(await again()).toMatchObject({ ok: true });
  const does = [{ type: "resumed", seq: 3 }, ended("PASS", 0)];
  expect(await carriedOut(id, { does })).toMatchObject({ state: "passed", errors: [], needs: [] });
  const { id: unheard } = await submit();
  expect(await carriedOut(unheard, { does: [PLANNING, ended("ERROR", 3)] })).toMatchObject({
    errors: [{ message: "it ended with exit 3", hint: expect.stringContaining(unheard) }],
    state: "stopped",
  });
  const { id: judged } = await submit();
  await carriedOut(judged, { does: [PLANNING, ended("FAIL", 1)] });
  expect(await now(judged)).toMatchObject({ state: "failed", errors: [{}], needs: [] });
});

test("a run that used up its attempts tries again with what somebody says; a refused one as it was asked for", async () => {
  const { submit, carriedOut, queue, now } = scene();
  const { id } = await submit();
  await carriedOut(id, { does: [PLANNING, ended("FAIL", 2)] });
  expect(await queue.goOn(id, { skip: "WO-09" })).toMatchObject({ ok: false, issues: [{ code: "not-resumable" }] });
  expect(await queue.goOn(id, { brief: "-v is a flag" })).toMatchObject({ ok: true, value: { state: "queued" } });
  expect((await carriedOut(id)).state).toBe("queued");
  expect(readFileSync(join(queue.root, "flags"), "utf8")).toBe("--max-attempts +2 --brief=-v is a flag");
  expect(await carriedOut(id, { does: [{ type: "resumed", seq: 3 }] })).toMatchObject({ state: "queued" });
  await carriedOut(id, { does: [ended("FAIL", 2)] });
  expect(readFileSync(join(queue.root, "flags"), "utf8")).toBe("");
  expect((await now(id)).state).toBe("failed");
  const refused = await submit();
  expect(await carriedOut(refused.id, { prints: REFUSED })).toMatchObject({ state: "refused" });
  expect(await queue.goOn(refused.id)).toMatchObject({
    ok: true,
    value: { state: "queued", request: { spec: "A shop" } },
  });
});

test("a question whose process died is not answered in parts", async () => {
  const { submit, carriedOut } = scene();
  const { id } = await submit("ask", { question: "why?" });
  const asked = await carriedOut(id, { does: [{ type: "ask_started", question: "why?", seq: 0 }] });
  expect(asked).toMatchObject({
    state: "interrupted",
    subject: "why?",
    next: [{ command: expect.stringMatching(/^llmch ask 'why\?' /) }],
  });
});

test("several start a job at once, and one process begins", async () => {
  const { submit, queue, open, now, folderOf, whole } = scene();
  const { id } = await submit();
  const job = await now(id);
  whole.DOES = JSON.stringify({ does: [PLANNING, ended("PASS", 0)], kind: job.kind });
  const started = await Promise.all([queue, open(), open()].map((each) => each.start(job)));
  expect(started.filter(({ ok }) => ok)).toHaveLength(1);
  for (const each of started) if (each.ok) await each.value.ended;
  expect(JSON.parse(readFileSync(join(folderOf(id), "queue.json"), "utf8"))).toMatchObject({ starts: 1 });
});

test("a server that dies while it starts a process leaves the job to it, if there is one", async () => {
  const { submit, now, folderOf, open } = scene();
  const { id } = await submit();
  const noted = { format: "llmch.queue/1", starts: 1, journal_bytes: 0, process: "starting" };
  writeFileSync(join(folderOf(id), "queue.json"), JSON.stringify(noted));
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)", "resume", id, "--artifacts-dir"]);
  onTestFinished(() => void child.kill());
  await expect.poll(async () => (await now(id)).state).toBe("running");
  expect(await open().start(await now(id))).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  child.kill("SIGKILL");
  await expect.poll(async () => (await now(id)).state).toBe("queued");
});

test("a job is cancelled before it begins, once and for good", async () => {
  const { submit, queue, now, open, folderOf } = scene();
  const { id } = await submit();
  expect(await queue.cancel(id)).toMatchObject({
    ok: true,
    value: { state: "cancelled", endedAt: expect.any(String) },
  });
  const job = await now(id);
  expect(await open().cancel(id)).toEqual({ ok: true, value: job });
  expect(await queue.start(job)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  // A person who carries it on all the same takes that back.
  expect([await takeOver(folderOf(id)), await takeOver(folderOf(id))]).toEqual([true, false]);
  expect((await now(id)).state).toBe("queued");
  expect(await queue.cancel(OTHER)).toMatchObject({ ok: false, issues: [{ code: "no-such-run" }] });
});

test("a cancelled job that a person carries on by hand runs as any other", async () => {
  const { submit, queue, now, folderOf } = scene();
  const { id } = await submit();
  await queue.cancel(id);
  let interrupts = 0;
  const hear = () => {
    interrupts++;
  };
  process.on("SIGHUP", hear);
  onTestFinished(() => void process.off("SIGHUP", hear));
  const run = await createRun(queue.root, "planner", id);
  expect(readdirSync(folderOf(id))).toContain("queue.json");
  expect(await takeOver(folderOf(id))).toBe(true);
  for (let count = 0; count < 3; count++) expect((await now(id)).state).toBe("running");
  run.abandon();
  expect([interrupts, (await now(id)).state]).toEqual([0, "queued"]);
});

test("what stands in the folder besides jobs is none, and a job that somebody removed is gone", async () => {
  const { submit, queue, folderOf, carriedOut } = scene();
  const { id } = await submit();
  const { id: removed } = await submit();
  await carriedOut(removed, { prints: REFUSED });
  mkdirSync(folderOf(OTHER));
  mkdirSync(folderOf("llmch-00000000-1-0-01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  writeFileSync(folderOf("01ARZ3NDEKTSV4RRFFQ69G5FAW"), "");
  const part = await createRun(queue.root, "factory", newRunId());
  part.abandon();
  expect((await queue.jobs()).map((job) => job.id)).toEqual([removed, id]);
  rmSync(folderOf(removed), { recursive: true });
  expect((await queue.jobs()).map((job) => job.id)).toEqual([id]);
  expect([await queue.job(removed), await queue.job("../planner")]).toEqual([null, null]);
});

test("a request that was changed is nobody's, and one that cannot be read is damaged", async () => {
  const { submit, now, folderOf, carriedOut } = scene();
  const { id } = await submit("plan", { spec: "A shop" }, "key");
  const file = join(folderOf(id), "request.json");
  const text = readFileSync(file, "utf8");
  const replace = (changed: string) => {
    writeFileSync(`${file}.new`, changed);
    renameSync(`${file}.new`, file);
  };
  replace(text.replace('"key"', '"yek"'));
  const job = await now(id);
  expect(job).toMatchObject({
    state: "refused",
    ...{ needs: [], errors: [{ code: "not-resumable", message: expect.stringContaining("elsewhere") }] },
  });
  replace(text);
  expect((await now(id)).state).toBe("queued");
  replace("{}");
  expect(await now(id)).toMatchObject({ state: "damaged", errors: [{ code: "unreadable-input" }] });
  // A folder that came from elsewhere is a copy.
  const { id: copied } = await submit();
  renameSync(folderOf(copied), folderOf(OTHER));
  expect((await now(OTHER)).state).toBe("refused");
  const { id: damaged } = await submit();
  expect(await carriedOut(damaged, { does: [{ type: "nonsense" }] })).toMatchObject({ state: "damaged" });
});

test("what came to its end without a run is no run to begin, and is removed with others that are as old", async () => {
  const { submit, carriedOut, queue, env } = scene();
  const { id: refused } = await submit();
  await carriedOut(refused, { prints: REFUSED });
  const { id: cancelled } = await submit();
  await queue.cancel(cancelled);
  const { id: waits } = await submit();
  const states = new Map((await queue.jobs()).map(({ id, state }) => [id, state]));
  expect([refused, cancelled, waits].map((id) => states.get(id))).toEqual(["refused", "cancelled", "queued"]);
  const prunable = async (before: number) =>
    (await findPrunable(queue.root, new Date(before), { env })).prunable.map(({ runId }) => runId);
  expect(await prunable(Date.now() - 3_600_000)).toEqual([]);
  expect((await prunable(Date.now() + 3_600_000)).sort()).toEqual([refused, cancelled].sort());
});

test("the folder of a server is the one that is named, else the user's own", () => {
  const place = { env: { HOME: "/home/ann" }, cwd: "/projects" };
  expect(serveFolder("data", place)).toBe("/projects/data");
  expect(serveFolder(undefined, place)).toBe("/home/ann/.local/state/llmch/serve");
  expect(serveFolder("", { ...place, env: { XDG_STATE_HOME: "/state" } })).toBe("/state/llmch/serve");
});
