import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_FORMAT, type EventBody } from "@llmch/contract";
import { storedStory } from "@llmch/records";
import { createRun, newRunId, reopenRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import type { OrderStory, PlanStory, ScheduleStory } from "@llmch/story";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RecordedStore, recordedStore, recordOrder } from "./recorded-store.fixture.ts";

let store: RecordedStore;
beforeEach(async () => {
  store = await recordedStore();
});
afterEach(() => store.remove());

const orderStory = async (runId = store.order) => storedStory(store.root, { kind: "factory", runId }) as OrderStory;
const file = (name: string) => join(store.root, "factory", store.order, name);
const faults = (story: { readonly faults: OrderStory["faults"] }) =>
  story.faults.map(({ file: name, line, message }) => `${name}:${line ?? "-"}: ${message}`);

describe("the story of an order's run", () => {
  test("tells each attempt with its gates, its proposal, its refusal and its texts", async () => {
    const story = await orderStory();
    expect(story).toMatchObject({
      kind: "factory",
      state: "passed",
      verdict: "PASS",
      order: "WO-01",
      title: "Greet by name",
      branch: "work",
      schedule: store.schedule,
      duration_ms: 1234,
      spending: { answers: 3, unknown: 0, usage: { input_tokens: 3000, output_tokens: 600 } },
      commit: { commit: "commit-1", files: ["greet.js"], drift: [], pushed_to: null },
      faults: [],
    });
    expect(story.attempts).toMatchObject([
      {
        attempt: 1,
        ending: "failed",
        brief: { stage: "write_scope_violation" },
        proposal: { writes: [{ path: "greet.js", base: { kind: "missing" } }, { path: "other.js" }] },
        exchange: { key: "WO-01/attempt-1", reasoning: "thought", model: "scripted-1" },
        commands: [],
      },
      {
        attempt: 2,
        ending: "failed",
        brief: { stage: "acceptance_failed", command: "node --check greet.js", exit_code: 1 },
        commands: [{ phase: "acceptance", index: 0, ok: false, stderr: "SyntaxError: no greeting\n", stdout: "" }],
      },
      { attempt: 3, ending: "passed", brief: null },
    ]);
    expect(story.attempts[0]?.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual(["propose true", "validate false"]);
    expect(story.attempts[0]?.write_faults).toEqual([expect.stringContaining("other.js")]);
    expect(story.attempts[1]?.exchange?.prompt).toBe(readFileSync(file("attempt_2/se_prompt.txt"), "utf8"));
    expect(JSON.parse(story.attempts[2]?.exchange?.answer ?? "")).toMatchObject({ writes: [{ path: "greet.js" }] });
  });

  test("that broke off says where, and does not miss anything that was yet to come", async () => {
    const stopAt = async (type: EventBody["type"]) => {
      const scene = { onEvent: () => {} };
      const runId = await recordOrder(store.root, { scene });
      const journal = join(store.root, "factory", runId, "events.jsonl");
      const lines = readFileSync(journal, "utf8").split("\n");
      const end = lines.findIndex((line) => line.includes(`"type":"${type}"`));
      writeFileSync(journal, `${lines.slice(0, end).join("\n")}\n`);
      return orderStory(runId);
    };
    const inGate = await stopAt("attempt_failed");
    expect(inGate).toMatchObject({
      state: "interrupted",
      verdict: null,
      attempts: [{ ending: "failed", brief: null }],
    });
    const inCommand = await stopAt("command_finished");
    expect(inCommand.attempts.at(-1)).toMatchObject({
      ending: "unfinished",
      duration_ms: null,
      commands: [{ ok: null, exit_code: null }],
    });
    expect((await stopAt("committed")).commit).toBeNull();
  });

  test("in two sessions keeps the attempt that was broken off, without the files of the later one", async () => {
    const journal = file("events.jsonl");
    const lines = readFileSync(journal, "utf8").split("\n");
    const second = lines.findIndex((line) => line.includes('"attempt_started","attempt":2'));
    writeFileSync(journal, `${lines.slice(0, second + 2).join("\n")}\n`);
    const stored = await readStoredRun(store.root, "factory", store.order);
    if (!stored.ok) throw new Error(stored.issues[0].message);
    const again = await reopenRun(stored.value);
    await again.emit({ type: "resumed", format: 2, from_seq: second + 1 });
    await again.emit({ type: "attempt_started", attempt: 2, max_attempts: 5 });
    await again.close();
    expect((await orderStory()).attempts).toMatchObject([
      { attempt: 1, ending: "failed" },
      { attempt: 2, ending: "stopped", proposal: null },
      { attempt: 2, ending: "unfinished", proposal: { writes: [{ path: "greet.js" }] } },
    ]);
  });
});

describe("anything wrong is a fault, and the rest is told", () => {
  test.each<[string, () => void, readonly RegExp[]]>([
    ["a torn journal", () => appendFileSync(file("events.jsonl"), '{"seq":'), [/^events.jsonl:\d+: it was cut off/]],
    [
      "a document that is gone",
      () => rmSync(file("attempt_1/proposed_writes.json")),
      [/^attempt_1\/proposed_writes.json:-: it is missing/],
    ],
    [
      "a document that is no JSON",
      () => writeFileSync(file("work_order.json"), "{"),
      [/^work_order.json:-: it is not JSON/],
    ],
    [
      "a proposal that is none",
      () => writeFileSync(file("attempt_1/proposed_writes.json"), "[]"),
      [/^attempt_1\/proposed_writes.json:-: it is not what/],
    ],
    [
      "an exchange that is none",
      () => appendFileSync(file("exchanges.jsonl"), "{}\n"),
      [/^exchanges.jsonl:4: it is not what/],
    ],
    ["a journal that is gone", () => rmSync(file("events.jsonl")), [/^events.jsonl:-: it is missing/]],
  ])("%s", async (_name, damage, expected) => {
    damage();
    const story = await orderStory();
    expect(faults(story)).toEqual(expected.map((message) => expect.stringMatching(message)));
    expect(story.run_id).toBe(store.order);
  });

  test("the journal of another run", async () => {
    const other = await recordOrder(store.root, {});
    writeFileSync(file("events.jsonl"), readFileSync(join(store.root, "factory", other, "events.jsonl")));
    expect((await orderStory()).state).toBe("damaged");
    expect(faults(await orderStory())).toContain(`events.jsonl:1: it is the journal of ${other}`);
  });

  test("texts that are too long are cut, and say so", async () => {
    writeFileSync(file("attempt_1/se_prompt.txt"), "é".repeat(200_000));
    writeFileSync(file("attempt_2/acceptance_0_stderr.txt"), `${"é".repeat(50_000)}the end`);
    const { attempts } = await orderStory();
    expect(attempts[0]?.exchange?.prompt).toMatch(/^é+\n\[137856 more bytes in attempt_1\/se_prompt.txt\]$/);
    expect(attempts[1]?.commands[0]?.stderr).toMatch(/^\[\d+ bytes before this in \S+\]\né+the end$/);
  });
});

test("a run-all's story holds those of its orders, and says which run is not in the store", async () => {
  const told = async () => storedStory(store.root, { kind: "run-all", runId: store.schedule }) as ScheduleStory;
  expect(await told()).toMatchObject({
    verdict: "ERROR",
    spending: { answers: 3 },
    orders: [
      {
        order: "WO-01",
        state: "passed",
        run: store.order,
        story: { attempts: [{}, {}, {}] },
        work_order: { id: "WO-01" },
      },
      { order: "WO-02", state: "waiting", run: null, story: null, work_order: null },
    ],
    faults: [],
  });
  const outline = storedStory(store.root, { kind: "run-all", runId: store.schedule }, "outline");
  expect(outline).toMatchObject({ orders: [{ story: null }, {}], faults: [] });
  rmSync(join(store.root, "factory", store.order), { recursive: true });
  expect(faults(await told())).toEqual([`${store.order}:-: the run of WO-01 is not in the store`]);
});

test("the time of a run-all that was killed reaches to the last event of its orders", async () => {
  const schedule = newRunId();
  const put = async (kind: "run-all" | "factory", runId: string, second: number, ...events: EventBody[]) => {
    const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    const run = await createRun(store.root, kind, runId, { now });
    for (const event of events) await run.emit(event);
    run.abandon();
  };
  const order = newRunId();
  const begun: EventBody = { type: "order_run_started", order: "WO-01", run: order };
  await put("run-all", schedule, 0, { type: "resumed", format: EVENT_FORMAT, from_seq: 0 }, begun);
  await put("factory", order, 42, { type: "resumed", format: EVENT_FORMAT, from_seq: 0 });
  expect(storedStory(store.root, { kind: "run-all", runId: schedule })).toMatchObject({ duration_ms: 42_000 });
});

test("a plan's story holds each answer, what it was refused for, and its manifest", async () => {
  const story = storedStory(store.root, { kind: "planner", runId: store.plan }) as PlanStory;
  expect(story).toMatchObject({
    verdict: "PASS",
    spec: "spec.txt",
    written: { work_orders: 1, directory: join(store.root, "planner", store.plan, "output") },
    attempts: [
      { judged: { errors: [{ code: "E103" }] }, manifest: { work_orders: [{}] }, exchange: { prompt: "plan it, 1" } },
      { judged: { errors: [] }, exchange: { answer: expect.stringContaining("b.js") } },
    ],
    faults: [],
  });
});
