import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { type InstanceScene, instanceScene, orderFor, writing } from "./instance.fixture.ts";

const ORDER = orderFor(1, "a.txt", { acceptance_commands: ["grep -q hello a.txt"] });
const REVISED = { ...ORDER, intent: "Write hello into a.txt." };
const ANSWERS = {
  "WO-01/attempt-1": writing("a.txt", "text\n"),
  "WO-01/revision-1/attempt-1": JSON.stringify(REVISED),
  "WO-01/attempt-2": writing("a.txt", "hello\n"),
};
const withTable = (scene: InstanceScene, escalation: readonly object[] = [{ do: "revise" }], max_attempts = 1) => ({
  ...scene.settings,
  factory: { ...scene.settings.factory, escalation: [...escalation], max_attempts },
});
const typesOf = (events: readonly RunEvent[]): readonly string[] =>
  events.map(({ type }) => type).filter((type) => /^(attempt_|escalated|revision_|order_revised|committed)/.test(type));
const read = (directory: string, name: string): string => readFileSync(join(directory, name), "utf8");

test("after a failure the planner revises the order, its attempts are counted afresh, and a replay gives the same result", async () => {
  const scene = instanceScene(ANSWERS);
  const done = await scene.llmch({ settings: withTable(scene) }).runAll([ORDER], { branch: "work" });
  expect(done).toMatchObject({ ok: true, value: { verdict: "PASS" } });
  expect(typesOf(scene.events)).toEqual([
    ...["attempt_started", "attempt_failed", "escalated", "revision_proposed", "order_revised"],
    ...["attempt_started", "committed"],
  ]);
  const [run] = done.value?.orders ?? [];
  const directory = run?.directory ?? "";
  const prompt = read(directory, "revision_1/prompt_attempt_1.txt");
  expect(prompt).toContain("Attempt 1: acceptance_failed, grep -q hello a.txt");
  expect(prompt).not.toMatch(/objection/i);
  expect(read(directory, "attempt_2/se_prompt.txt")).toContain("Write hello into a.txt.");
  expect(await scene.llmch().audit(done.value ?? "")).toMatchObject({ ok: true });
  expect(await scene.llmch().audit(done.value ?? "")).toMatchObject({ ok: true, warnings: [] });
});

test("an order that the planner leaves continues as without the row, and the run says so", async () => {
  const scene = instanceScene({ ...ANSWERS, "WO-01/revision-1/attempt-1": JSON.stringify(ORDER) });
  const done = await scene.llmch({ settings: withTable(scene, undefined, 2) }).runAll([ORDER], { branch: "work" });
  expect(done).toMatchObject({ ok: true });
  expect(done.warnings.map(({ message }) => message)).toContain(
    "WO-01 is not revised: the planner considers it right as it is",
  );
  expect(typesOf(scene.events)).toEqual([
    ...["attempt_started", "attempt_failed", "escalated", "revision_proposed", "revision_left"],
    ...["attempt_started", "committed"],
  ]);
});

test.each(["escalated", "revision_proposed", "order_revised"])(
  "a run that ends at %s is resumed without asking anything twice",
  async (last) => {
    const scene = instanceScene(ANSWERS);
    const ending = new AbortController();
    const onEvent = ({ type }: RunEvent) => type === last && ending.abort();
    const settings = withTable(scene);
    const stopped = await scene.llmch({ settings, signal: ending.signal, onEvent }).runAll([ORDER], { branch: "work" });
    expect(stopped.issues).toMatchObject([{ code: "interrupted" }]);
    const resumed = await scene.llmch({ settings }).resume(stopped.value ?? "");
    expect([resumed.ok, resumed.issues]).toEqual([true, []]);
    const [run] = resumed.value?.kind === "run-all" ? resumed.value.orders : [];
    const directory = run?.directory ?? "";
    const keys = read(directory, "exchanges.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).key);
    expect(keys).toEqual(Object.keys(ANSWERS));
    expect(existsSync(join(directory, "revision_2"))).toBe(false);
    expect(scene.repo.git("show", "work:a.txt")).toBe("hello");
  },
);

const OBJECTION = JSON.stringify({
  summary: "no",
  objection: {
    ...{ reason: "hello is not text", needs: null, blocked_by: null },
    contradiction: { command: "grep -q hello a.txt", sentence: "Write a.txt." },
  },
});

test.each(["objected", "any"])("an order that its model objects to is revised by a row after %s", async (after) => {
  const scene = instanceScene({ ...ANSWERS, "WO-01/attempt-1": OBJECTION });
  const settings = withTable(scene, [{ after, do: "revise" }]);
  const done = await scene.llmch({ settings }).runAll([ORDER], { branch: "work" });
  expect(done).toMatchObject({ ok: true, value: { verdict: "PASS" } });
  expect(typesOf(scene.events)).toEqual([
    ...["attempt_started", "attempt_failed", "escalated", "revision_proposed", "order_revised"],
    ...["attempt_started", "committed"],
  ]);
  expect(scene.events.find(({ type }) => type === "order_revised")).toMatchObject({ row: 0, asked: false });
  expect(read(done.value?.orders[0]?.directory ?? "", "revision_1/prompt_attempt_1.txt")).toContain(
    "hello is not text",
  );
  expect(await scene.llmch().audit(done.value ?? "")).toMatchObject({ ok: true, warnings: [] });
});

test("an order that its model objects to and the planner leaves ends as objected, and continues when resumed", async () => {
  const scene = instanceScene({
    ...{ ...ANSWERS, "WO-01/attempt-1": OBJECTION },
    "WO-01/revision-1/attempt-1": JSON.stringify(ORDER),
  });
  const settings = withTable(scene, undefined, 2);
  const done = await scene.llmch({ settings }).runAll([ORDER], { branch: "work" });
  expect(done).toMatchObject({ ok: false, value: { verdict: "FAIL" }, issues: [{ code: "objected" }] });
  expect(typesOf(scene.events).slice(-2)).toEqual(["revision_proposed", "revision_left"]);
  expect(await scene.llmch({ settings }).resume(done.value ?? "")).toMatchObject({ ok: true });
  expect(typesOf(scene.events).slice(-2)).toEqual(["attempt_started", "committed"]);
});

test.each(["retry", "agent", "ask"])("an objection ends the order whatever another row says: %s", async (what) => {
  const scene = instanceScene({ ...ANSWERS, "WO-01/attempt-1": OBJECTION });
  const settings = withTable(scene, [{ do: what }], 2);
  const done = await scene.llmch({ settings }).runAll([ORDER], { branch: "work" });
  expect(done).toMatchObject({ ok: false, issues: [{ code: "objected" }] });
  expect(typesOf(scene.events)).toEqual(["attempt_started", "attempt_failed"]);
});

test.each<[string, object]>([
  ["less to prove", { acceptance_commands: ["test -f a.txt"] }],
  ["a secret to show", { context_files: [".env"] }],
  ["CI to write", { allowed_files: ["a.txt", ".github/workflows/ci.yml"] }],
  ["a command that makes files", { derive: [{ command: "node make.js", files: ["a.txt"] }] }],
])("a revision with %s waits for its user, also when resumed, and is taken up once they agree", async (_, changes) => {
  const files = ["a.txt", ".github/workflows/ci.yml"].map((path) => ({ kind: "file_exists", path }));
  const more = "allowed_files" in changes ? { postconditions: files } : {};
  const revised = { ...ORDER, ...changes, ...more };
  const scene = instanceScene({ ...ANSWERS, "WO-01/revision-1/attempt-1": JSON.stringify(revised) });
  const settings = withTable(scene);
  const waiting = await scene.llmch({ settings }).runAll([ORDER], { branch: "work" });
  const [id, kind, what] = ["WO-01", "revision", expect.stringContaining("revision 1 is wider")];
  const needs = [{ id, kind, what, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }];
  expect(waiting).toMatchObject({ ok: false, value: { needs } });
  expect(typesOf(scene.events)).not.toContain("order_revised");
  const again = await scene.llmch({ settings }).resume(waiting.value ?? "");
  expect(again).toMatchObject({ ok: false, value: { needs } });
  const shown = await scene.llmch({ settings }).revise(waiting.value ?? "");
  expect(shown).toMatchObject({ ok: true, value: { takenUp: false, objection: null, before: ORDER, after: changes } });
  await scene.llmch({ settings }).decide({ run: waiting.value?.runId ?? "", decision: "approve", all: true });
  expect(scene.events.find(({ type }) => type === "order_revised")).toMatchObject({ row: 0, asked: true });
});
