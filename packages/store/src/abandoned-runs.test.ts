import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_FORMAT, type EventBody, SEAL_FILE } from "@llmch/contract";
import { temporaryName } from "@llmch/files";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { closeAbandonedRuns } from "./abandoned-runs.ts";
import { isBeingWritten, RESERVE_FILE } from "./reserve.ts";
import { newRunId } from "./run-id.ts";
import { createRun } from "./run-store.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
/** The smallest event that names its format, as the first one must. */
const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const ENDED: EventBody = { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 };

/** A run that was never closed. Its writer is this process, or a dead one. */
const unclosedRun = async (events: readonly EventBody[], { isDead }: { readonly isDead: boolean }) => {
  const { path: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const store = await createRun(root, "factory", RUN);
  for (const event of events) await store.emit(event);
  const reserve = join(store.directory, RESERVE_FILE);
  const text = readFileSync(reserve, "utf8");
  if (isDead) writeFileSync(reserve, text.replace(/^(llmch-\w+-\d+)-\d+-/, "$1-1-"));
  writeFileSync(join(store.directory, temporaryName()), "half");
  return { root, directory: store.directory };
};

test.each([
  ["that said its last word is sealed", [BEGUN, ENDED], true, ["events.jsonl", "exchanges.jsonl", SEAL_FILE]],
  ["that never said a word is tidied", [], true, ["events.jsonl", "exchanges.jsonl"]],
])("a killed run %s", async (_name, events, isDead, left) => {
  const { root, directory } = await unclosedRun(events, { isDead });
  await closeAbandonedRuns(root);
  expect(readdirSync(directory).sort()).toEqual(left);
});

test.each([
  ["that can be gone on with", [BEGUN], true],
  ["that is being written to", [BEGUN, ENDED], false],
])("a run %s is left alone", async (_name, events, isDead) => {
  const { root, directory } = await unclosedRun(events, { isDead });
  const before = readdirSync(directory);
  await closeAbandonedRuns(root);
  expect(readdirSync(directory)).toEqual(before);
});

test("a process of another container counts as gone once it shows no sign of life", async () => {
  const { directory } = await unclosedRun([BEGUN], { isDead: false });
  const reserve = join(directory, RESERVE_FILE);
  const at = (minutesAgo: number) => {
    const then = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(reserve, then, then);
    return isBeingWritten(directory);
  };
  expect(at(60)).toBe(true);
  writeFileSync(reserve, readFileSync(reserve, "utf8").replace(/^llmch-\w+-/, "llmch-00000000-"));
  expect([at(1), at(60)]).toEqual([true, false]);
});

test("a new run sorts after those of a clock that was ahead", () => {
  const { path: root, remove } = temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(root, "planner", "6ZZZZZZZZZ0000000000000000"), { recursive: true });
  const ids = [newRunId(root), newRunId(root)];
  expect(["6ZZZZZZZZZ0000000000000000", ...ids].toSorted()).toEqual(["6ZZZZZZZZZ0000000000000000", ...ids]);
});

test("a run that was killed while its reserve was being made is tidied up", async () => {
  const { root, directory } = await unclosedRun([], { isDead: true });
  writeFileSync(join(directory, RESERVE_FILE), "");
  await closeAbandonedRuns(root);
  expect(readdirSync(directory).sort()).toEqual(["events.jsonl", "exchanges.jsonl"]);
});
