import { appendFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleOrder } from "../plan/sample-plan.ts";
import { filesBelow, readJsonFile, readJsonLines } from "../scene.ts";
import { decideFirst, queued, SPEC } from "./queue-scene.ts";

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
    await expect.poll(size).toBeGreaterThan(before);
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
  await expect.poll(size).toBeGreaterThan(before);
  expect(await queue.cancel(run)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  await ended;
});

test("a job that is cancelled ends, whatever it does, is interrupted once, and stays so", async () => {
  const { queue, scene, run, begin, now, open } = await hanging([ENDS_SLOWLY]);
  const { ended } = await begin(run);
  const runsNow = () => filesBelow(scene.temporary).some((path) => path.endsWith("/runs-now"));
  await expect.poll(runsNow).toBe(true);
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

test("a job of somebody else is started by nobody", async () => {
  const { queue, submit, now, scene } = queued();
  const plan = await submit("plan", { spec: SPEC });
  rmSync(join(scene.root, "state"), { recursive: true });
  const job = await now(plan);
  expect(job).toMatchObject({
    state: "refused",
    needs: [],
    errors: [{ code: "not-resumable", message: expect.stringContaining("elsewhere") }],
  });
  expect(await queue.start(job)).toMatchObject({ ok: false, issues: [{ code: "not-queued" }] });
  expect(await queue.goOn(plan)).toMatchObject({ ok: false, issues: [{ code: "not-resumable" }] });
  expect(await queue.cancel(plan)).toMatchObject({ ok: false });
});
