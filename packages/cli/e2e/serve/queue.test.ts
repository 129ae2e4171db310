import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createQueue, type Job, type Queue } from "@llmch/app/queue";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, filesBelow, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

const SPEC = "# Two parts\n\nBuild a small program in two parts.\n";

/** A queue whose jobs are carried out by llmch itself, with answers from the scene's record. */
const queued = (own: object = {}, orders = [sampleOrder(1), sampleOrder(2)]) => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan(orders)),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  // Its orders stand in a folder too, for what needs no plan.
  const folder = join(scene.root, "two-parts");
  mkdirSync(folder);
  for (const order of orders) writeFileSync(join(folder, `${order.id}.json`), JSON.stringify(order));
  const settings = join(scene.root, "own-settings.json");
  const models = { planner: { model: `replay:${scene.record}` }, factory: { model: `replay:${scene.record}` } };
  writeFileSync(settings, JSON.stringify({ ...models, run: { sandbox: "off" }, ...own }));
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: scene.root, TMPDIR: scene.temporary },
    ...{ XDG_STATE_HOME: join(scene.root, "state"), LLMCH_CONFIG: settings },
  };
  const data = join(scene.root, "data");
  const open = () =>
    createQueue(data, { env, whole: env, secrets: [], cwd: scene.root, program: [process.execPath, BINARY] });
  const queue = open();
  const llmch = (...argv: readonly string[]) => scene.llmch([...argv, "--artifacts-dir", queue.root], { env });
  return { scene, folder, queue, open, llmch, ...doing(queue, scene) };
};

const doing = (queue: Queue, { repo, root }: Scene) => {
  const submit = async (operation: string, request: object, more: object = {}): Promise<string> => {
    const asked = { operation, request: { repo, ...request }, given: {}, cwd: root, ...more };
    const done = await queue.submit(asked);
    if (!done.ok) throw new Error(JSON.stringify(done.issues));
    return done.value.id;
  };
  const now = async (id: string): Promise<Job> => {
    const job = await queue.job(id);
    if (job === null) throw new Error(`no job ${id}`);
    // The list, which keeps what does not change, tells the same.
    const listed = (await queue.jobs()).find((each) => each.id === id);
    expect(listed).toEqual(job);
    return job;
  };
  const begin = async (id: string) => {
    const started = await queue.start(await now(id));
    if (!started.ok) throw new Error(JSON.stringify(started.issues));
    return started.value;
  };
  const carriedOut = async (id: string): Promise<Job> => {
    const { ended } = await begin(id);
    await ended;
    return now(id);
  };
  return { submit, now, begin, carriedOut };
};

const decideFirst = async (queue: Queue, job: Job, decision: "approve" | "reject", text: string | null = null) => {
  const [need] = job.needs;
  if (need === undefined) throw new Error("it waits for nothing");
  return queue.decide(job.id, { decision, text }, { id: need.id, sha256: need.sha256 });
};

test("a spec becomes a plan, its orders are decided one by one, and become commits", async () => {
  const { queue, scene, submit, carriedOut, now, llmch, open } = queued({ approve: ["orders"] });
  const plan = await submit("plan", { spec: SPEC });
  expect(await now(plan)).toMatchObject({ state: "queued", subject: "Two parts", repo: scene.repo, kind: "planner" });
  const planned = await carriedOut(plan);
  expect(planned).toMatchObject({ state: "passed", verdict: "PASS", exitCode: 0, result: plan, errors: [], needs: [] });

  const run = await submit("run-all", { orders: plan, branch: "work" });
  const first = await carriedOut(run);
  expect(first).toMatchObject({ state: "waiting", verdict: null, exitCode: null, branch: "work" });
  expect(first.needs).toMatchObject([
    { id: "WO-01", kind: "orders", commands: [expect.any(String), expect.any(String)] },
  ]);
  const [need] = first.needs;
  const other = await queue.decide(run, { decision: "approve", text: null }, { id: "WO-01", sha256: "0".repeat(64) });
  expect(other).toMatchObject({ ok: false, issues: [{ code: "changed" }] });
  expect(await now(run)).toEqual(first);
  expect(await decideFirst(queue, first, "approve")).toMatchObject({ ok: true, value: { state: "queued", needs: [] } });
  const twice = await queue.decide(
    run,
    { decision: "reject", text: "no" },
    { id: "WO-01", sha256: need?.sha256 ?? "" },
  );
  expect(twice).toMatchObject({ ok: false, issues: [{ code: "decided" }] });

  const second = await carriedOut(run);
  expect(second.needs).toMatchObject([{ id: "WO-02" }]);
  // What a person decides in a terminal counts as well, and the job goes on by itself.
  const decided = await llmch("decide", run, "WO-02", "approve", "--no-resume");
  expect(decided.code).toBe(0);
  expect(await now(run)).toMatchObject({ state: "queued", needs: [] });
  const passed = await carriedOut(run);
  expect(passed).toMatchObject({ state: "passed", verdict: "PASS", exitCode: 0, needs: [] });
  expect(scene.git("log", "--format=%s", "main..work")).toBe("WO-02: Write part 2\nWO-01: Write part 1");

  // Whoever looks anew sees the same, and every other command reads the folder as ever.
  expect(await open().jobs()).toEqual(await queue.jobs());
  expect((await queue.jobs()).map(({ id }) => id)).toEqual([run, plan]);
  const audited = await llmch("audit", run);
  expect([audited.code, audited.stdout]).toEqual([0, expect.not.stringContaining("queue.json")]);
  expect((await llmch("audit", plan)).code).toBe(0);
  expect((await llmch("runs", "--json")).stdout).toContain(run);
  expect((await llmch("show", run)).code).toBe(0);
});

test("what is refused says why", async () => {
  const { queue, scene, folder, submit, carriedOut, now } = queued();
  const nowhere = await queue.submit({ operation: "plan", request: { spec: SPEC, repo: "none" }, given: {}, cwd: "/" });
  expect(nowhere).toMatchObject({ ok: false, issues: [{ code: "not-a-git-repo" }] });
  writeFileSync(join(scene.repo, "greet.js"), "changed\n");
  appendFileSync(join(scene.repo, "README.md"), "changed\n");
  scene.git("add", ".");
  const run = await submit("run-all", { orders: folder });
  const job = await carriedOut(run);
  expect(job).toMatchObject({ state: "refused", exitCode: 1, startedAt: null, endedAt: expect.any(String) });
  expect(job.errors).toMatchObject([{ code: "dirty-checkout", message: expect.any(String), hint: expect.any(String) }]);
  expect(await queue.start(job)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await queue.cancel(run)).toMatchObject({ ok: false, issues: [{ code: "ended" }] });
  expect(await now(run)).toEqual(job);
});

test("what was submitted is carried out, whatever becomes of its folder and files", async () => {
  const { submit, carriedOut, llmch, folder } = queued();
  const run = await submit("run-all", { orders: folder, branch: "work" });
  const lone = await submit("run", { order: join("two-parts", "WO-01.json"), branch: "lone" });
  writeFileSync(join(folder, "WO-01.json"), JSON.stringify(sampleOrder(1, { acceptance_commands: ["false"] })));
  rmSync(join(folder, "WO-02.json"));
  expect(await carriedOut(run)).toMatchObject({ state: "passed", progress: expect.stringContaining("2") });
  expect(await carriedOut(lone)).toMatchObject({ state: "passed" });
  for (const each of [run, lone]) expect((await llmch("audit", each)).code).toBe(0);
});

test("orders of a program that name a file of secrets wait for a person before a model sees it", async () => {
  const place = queued({}, [sampleOrder(1, { context_files: [".env"] })]);
  place.scene.commit({ ".env": "TOKEN=x\n" });
  const run = await place.submit("run-all", { orders: place.folder }, { by: "program" });
  const job = await place.carriedOut(run);
  const what = "carry out this order; a model is shown files that look like secrets: .env";
  expect(job).toMatchObject({ state: "waiting", needs: [{ kind: "plan", what, wider: true }] });
  expect(await decideFirst(place.queue, job, "approve")).toMatchObject({ ok: true });
  expect(await place.carriedOut(run)).toMatchObject({ state: "passed", verdict: "PASS" });
});

test("a job that stopped for want of an answer says so, and goes on once a person wants it", async () => {
  const { queue, scene, submit, carriedOut } = queued();
  writeFileSync(scene.record, "");
  const plan = await submit("plan", { spec: SPEC });
  const failed = await carriedOut(plan);
  expect(failed).toMatchObject({ state: "stopped", verdict: "ERROR", exitCode: 3, needs: [] });
  expect(failed.errors).toMatchObject([{ message: expect.stringContaining("plan/attempt-1") }]);
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  expect(await queue.goOn(plan)).toMatchObject({ ok: true, value: { state: "queued" } });
  expect(await carriedOut(plan)).toMatchObject({ state: "passed", verdict: "PASS", errors: [], needs: [] });
});

const HANGS = [sampleOrder(1, { acceptance_commands: ["node -e setTimeout(()=>{},600000)"] })];
/** It ignores SIGTERM, so putting everything back takes half a second. */
const ENDS_SLOWLY = sampleOrder(1, {
  acceptance_commands: [`sh -c "test -e src/part-1.js || exit 1; trap '' TERM; touch runs-now; sleep 120; :"`],
});
const hanging = async (orders = HANGS) => {
  const place = queued({}, orders);
  const run = await place.submit("run-all", { orders: place.folder, branch: "work" });
  const journal = join(place.queue.root, "run-all", run, "events.jsonl");
  const size = () => statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const kill = (signal: NodeJS.Signals) => {
    const { process: name } = Object(readJsonFile(place.queue.root, "run-all", run, "queue.json"));
    process.kill(Number(String(name).split("-")[2]), signal);
  };
  return { ...place, run, size, kill };
};

test("a run whose process dies, or is interrupted with its machine, is queued again and goes on", async () => {
  const { queue, run, begin, now, open, size, kill } = await hanging();
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    const before = size();
    const { ended } = await begin(run);
    await expect.poll(size, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(await now(run)).toMatchObject({ state: "running", needs: [] });
    // The next server sees what the first one started.
    expect((await open().job(run))?.state).toBe("running");
    expect(await open().start(await now(run))).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
    kill(signal);
    await ended;
    expect(await now(run)).toMatchObject({ state: "queued", exitCode: null });
  }
  expect(readJsonLines(queue.root, "run-all", run, "events.jsonl").at(-1)).toMatchObject({ exit_code: 130 });
  const before = size();
  const { ended } = await begin(run);
  await expect.poll(size, { timeout: 20_000 }).toBeGreaterThan(before);
  expect(await queue.cancel(run)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  await ended;
});

test("a job that is cancelled ends, whatever it does, is interrupted once, and stays so", async () => {
  const { queue, scene, run, begin, now, open } = await hanging([ENDS_SLOWLY]);
  const { ended } = await begin(run);
  const runsNow = () => filesBelow(scene.temporary).some((path) => path.endsWith("/runs-now"));
  await expect.poll(runsNow, { timeout: 20_000 }).toBe(true);
  // Other servers do it as well: they know the process from the run's folder alone.
  const others = [open(), queue, open()];
  const cancelled = Promise.all(others.map((each) => each.cancel(run)));
  const looks = setInterval(() => void others.map((each) => each.jobs()), 20);
  await ended.finally(() => clearInterval(looks));
  for (const each of await cancelled)
    expect(each).toMatchObject({ ok: true, value: { state: "cancelled", exitCode: 130 } });
  expect(readJsonLines(queue.root, "run-all", run, "events.jsonl").at(-1)).toMatchObject({ type: "run_finished" });
  expect(scene.leftovers()).toEqual([]);
  expect(await queue.cancel(run)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  expect(await queue.start(await now(run))).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
});

test("a cancelled job that waited is decided by nobody, until a person resumes it", async () => {
  const { queue, submit, carriedOut, now, llmch, folder } = queued({ approve: ["orders"] });
  const run = await submit("run-all", { orders: folder, branch: "work" });
  const waiting = await carriedOut(run);
  expect(await queue.cancel(run)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  expect((await llmch("runs", "--waiting")).stdout).not.toContain(run);
  const decided = await llmch("decide", run, "WO-01", "approve");
  expect([decided.code, decided.stderr]).toEqual([1, expect.stringMatching(/was cancelled[\s\S]*llmch resume/)]);
  expect(await decideFirst(queue, waiting, "approve")).toMatchObject({ ok: false, issues: [{ code: "ended" }] });
  expect(await now(run)).toMatchObject({ state: "cancelled" });
  const resumed = await llmch("resume", run);
  expect([resumed.code, resumed.stderr]).toEqual([6, expect.stringContaining("it goes on, since you resume it")]);
  expect(await llmch("decide", run, "approve", "--all")).toMatchObject({ code: 6 });
  const second = await now(run);
  expect(second).toMatchObject({ state: "waiting", needs: [{ id: "WO-02" }] });
  expect(await decideFirst(queue, second, "approve")).toMatchObject({ ok: true, value: { state: "queued" } });
});

test("a job that is cancelled while it starts does not begin", async () => {
  const { queue, run, begin, now } = await hanging();
  const { ended } = await begin(run);
  await expect.poll(() => existsSync(join(queue.root, "run-all", run, "queue.json"))).toBe(true);
  expect(await queue.cancel(run)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  await ended;
  expect(await now(run)).toMatchObject({ state: "cancelled", startedAt: null });
});

test("a job of somebody else waits for whoever agrees to it, and is started by nobody", async () => {
  const { queue, submit, now, scene } = queued();
  const plan = await submit("plan", { spec: SPEC });
  rmSync(join(scene.root, "state"), { recursive: true });
  const job = await now(plan);
  expect(job).toMatchObject({
    state: "waiting",
    needs: [],
    next: [{ command: expect.stringMatching(/^llmch decide \w+ approve --all /) }],
  });
  expect(await queue.start(job)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await queue.goOn(plan)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await queue.cancel(plan)).toMatchObject({ ok: true, value: { state: "cancelled" } });
});
