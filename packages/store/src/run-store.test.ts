import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "@llmch/contract";
import { probeDirectory } from "@llmch/files";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { resolveArtifactsRoot } from "./artifacts-root.ts";
import { newRunId } from "./run-id.ts";
import { createRun } from "./run-store.ts";

const folder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

const EXCHANGE = {
  key: "WO-01/attempt-1",
  request_sha256: "0".repeat(64),
  request: {},
  response: { text: "{}", reasoning: null },
  usage: null,
  model: "m",
  provider: "p",
  duration_ms: 1,
};

test("a run's directory has what was recorded, and its events in order", async () => {
  const root = join(folder(), "runs é");
  const runId = newRunId();
  const store = await createRun(root, "factory", runId, { now: () => new Date(0), secrets: ["sk-canary", ""] });
  const heard: RunEvent[] = [];
  store.subscribe((event) => heard.push(event));
  await store.record("run.json", { run_id: runId });
  await store.record("attempt_1/write_result.json", { ok: true, key: "sk-canary" });
  await store.recordText("attempt_1/se_prompt.txt", "ask sk-canary\n");
  await store.emit({ type: "warning", message: "one" });
  await store.emit({ type: "warning", message: "sk-canary" });
  await store.appendExchange(EXCHANGE);
  await store.close();
  const read = (name: string) => readFileSync(join(root, "factory", runId, name), "utf8");
  expect(store.directory).toBe(join(root, "factory", runId));
  expect(read("run.json")).toBe(`{\n  "run_id": "${runId}"\n}\n`);
  expect(read("attempt_1/write_result.json")).toBe('{\n  "ok": true,\n  "key": "[redacted by llmch]"\n}\n');
  expect(read("attempt_1/se_prompt.txt")).toBe("ask [redacted by llmch]\n");
  const label = { ts: "1970-01-01T00:00:00.000Z", run_id: runId, type: "warning" };
  expect(heard.map(({ seq }) => seq)).toEqual([0, 1]);
  expect(
    read("events.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { seq: 0, ...label, message: "one" },
    { seq: 1, ...label, message: "[redacted by llmch]" },
  ]);
  expect(JSON.parse(read("exchanges.jsonl"))).toEqual(EXCHANGE);
});

test("the last of several writes to one name wins, and a full disk is reported", async () => {
  const root = folder();
  const store = await createRun(root, "factory", "X");
  for (let count = 0; count < 20; count++) await store.record("run.json", { count });
  await store.recordText("attempt_1", "in the way");
  await store.record("attempt_1/x.json", {});
  await expect(store.close()).rejects.toThrow("EEXIST");
  await expect(store.record("y.json", {})).rejects.toThrow("EEXIST");
  expect(JSON.parse(readFileSync(join(store.directory, "run.json"), "utf8"))).toEqual({ count: 19 });
});

test("after a fault there is room for the last words, and they are written", async () => {
  const store = await createRun(folder(), "factory", "X");
  const reserved = statSync(join(store.directory, ".reserve")).size;
  expect(reserved).toBeGreaterThanOrEqual(64 * 1024);
  await store.recordText("attempt_1", "in the way");
  await store.record("attempt_1/x.json", {});
  await expect(store.settle()).rejects.toThrow("EEXIST");
  await store.makeRoom();
  await store.record("run_summary.json", { verdict: "ERROR" });
  await store.close();
  expect(readdirSync(store.directory).sort()).toEqual([
    "attempt_1",
    "events.jsonl",
    "exchanges.jsonl",
    "run_summary.json",
    "seal.json",
  ]);
});

test("a run's directory is never used twice, and ids sort in the order in which they were made", async () => {
  const root = folder();
  await (await createRun(root, "planner", "X")).close();
  await expect(createRun(root, "planner", "X")).rejects.toThrow("EEXIST");
  const ids = Array.from({ length: 100 }, newRunId);
  expect([...ids].sort()).toEqual(ids);
});

test.each([
  ["given", { ARTIFACTS_DIR: "env" }, "/cwd/given"],
  ["/abs", {}, "/abs"],
  [undefined, { ARTIFACTS_DIR: "env" }, "/cwd/env"],
  [undefined, { ARTIFACTS_DIR: "" }, "/cwd/artifacts"],
])("the root: flag %j, environment %j", (flag, env, root) => {
  expect(resolveArtifactsRoot(flag, env, "/cwd")).toBe(root);
});

test("a directory is probed without making anything", () => {
  const root = folder();
  writeFileSync(join(root, "file"), "");
  mkdirSync(join(root, "there"));
  expect(probeDirectory(join(root, "there/not/yet"))).toEqual({ ok: true, value: null });
  expect(probeDirectory(join(root, "file/x"))).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
  symlinkSync(join(root, "nowhere"), join(root, "dangling"));
  expect(probeDirectory(join(root, "dangling/x"))).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
  expect(existsSync(join(root, "there/not"))).toBe(false);
  if (existsSync("/proc/self")) {
    expect(probeDirectory("/proc/x/y")).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
  }
});
