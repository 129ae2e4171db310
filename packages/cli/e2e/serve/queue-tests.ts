import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestOptions, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { decideFirst, type prepared, type queued, type queuedInDatabase, SPEC } from "./queue-scene.ts";

type Made = ReturnType<typeof queued> | Awaited<ReturnType<typeof queuedInDatabase>>;

/** What a queue does, wherever it is. */
export const queueTests = (
  make: (...asked: Parameters<typeof prepared>) => Promise<Made>,
  options: TestOptions,
): void => {
  test("a spec becomes a plan, its orders are decided one by one, and become commits", options, async () => {
    const { queue, where, git, submit, carriedOut, now, llmch, open } = await make({ approve: ["orders"] });
    const plan = await submit("plan", { spec: SPEC });
    expect(await now(plan)).toMatchObject({ state: "queued", subject: "Two parts", repo: where, kind: "planner" });
    const planned = await carriedOut(plan);
    expect(planned).toMatchObject({
      state: "passed",
      verdict: "PASS",
      exitCode: 0,
      result: plan,
      errors: [],
      needs: [],
    });

    const run = await submit("run-all", { orders: plan, branch: "work" });
    const first = await carriedOut(run);
    expect(first).toMatchObject({ state: "waiting", verdict: null, exitCode: null, branch: "work" });
    expect(first.needs).toMatchObject([
      { id: "WO-01", kind: "orders", commands: [expect.any(String), expect.any(String)] },
    ]);
    const [need] = first.needs;
    const other = await queue.decide(run, { decision: "approve", text: null }, { id: "WO-01", sha256: "0".repeat(64) });
    expect(other).toMatchObject({ ok: false, issues: [{ code: "changed" }] });
    // It may have been published again.
    expect(await now(run)).toEqual({ ...first, asOf: first.asOf && expect.any(String) });
    expect(await decideFirst(queue, first, "approve")).toMatchObject({
      ok: true,
      value: { state: "queued", needs: [] },
    });
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
    expect(git("log", "--format=%s", "main..work")).toBe("WO-02: Write part 2\nWO-01: Write part 1");

    // Whoever looks anew sees the same, and every other command reads the folder as ever.
    expect(await open().jobs()).toEqual(await queue.jobs());
    expect((await queue.jobs()).map(({ id }) => id)).toEqual([run, plan]);
    const audited = await llmch("audit", run);
    expect([audited.code, audited.stdout]).toEqual([0, expect.not.stringContaining("queue.json")]);
    expect((await llmch("audit", plan)).code).toBe(0);
    expect((await llmch("runs", "--json")).stdout).toContain(run);
    expect((await llmch("show", run)).code).toBe(0);
  });

  test("what was submitted is carried out, whatever becomes of its folder and files", options, async () => {
    const { submit, carriedOut, llmch, folder } = await make();
    const run = await submit("run-all", { orders: folder, branch: "work" });
    const lone = await submit("run", { order: join("two-parts", "WO-01.json"), branch: "lone" });
    writeFileSync(join(folder, "WO-01.json"), JSON.stringify(sampleOrder(1, { acceptance_commands: ["false"] })));
    rmSync(join(folder, "WO-02.json"));
    expect(await carriedOut(run)).toMatchObject({ state: "passed", progress: expect.stringContaining("2") });
    expect(await carriedOut(lone)).toMatchObject({ state: "passed" });
    for (const each of [run, lone]) expect((await llmch("audit", each)).code).toBe(0);
  });

  test(
    "orders of a program that name a file of secrets wait for a person before a model sees it",
    options,
    async () => {
      const place = await make({}, [sampleOrder(1, { context_files: [".env"] })]);
      place.scene.commit({ ".env": "TOKEN=x\n" });
      place.share();
      const run = await place.submit("run-all", { orders: place.folder }, { by: "program" });
      const job = await place.carriedOut(run);
      const what = "carry out this order; a model is shown files that look like secrets: .env";
      expect(job).toMatchObject({ state: "waiting", needs: [{ kind: "plan", what, wider: true }] });
      const decided = await decideFirst(place.queue, job, "approve");
      expect(decided.ok ? [] : decided.issues).toEqual([]);
      expect(await place.carriedOut(run)).toMatchObject({ state: "passed", verdict: "PASS" });
    },
  );

  test("a job that stopped for want of an answer says so, and goes on once a person wants it", options, async () => {
    const { queue, scene, submit, carriedOut } = await make();
    writeFileSync(scene.record, "");
    const plan = await submit("plan", { spec: SPEC });
    const failed = await carriedOut(plan);
    expect(failed).toMatchObject({ state: "stopped", verdict: "ERROR", exitCode: 3, needs: [] });
    expect(failed.errors).toMatchObject([{ message: expect.stringContaining("plan/attempt-1") }]);
    scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
    expect(await queue.goOn(plan)).toMatchObject({ ok: true, value: { state: "queued" } });
    expect(await carriedOut(plan)).toMatchObject({ state: "passed", verdict: "PASS", errors: [], needs: [] });
  });
};
