import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { EVENT_FORMAT, type EventBody } from "@llmch/contract";
import { temporaryName } from "@llmch/files";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "./line-log.ts";
import { createRun, reopenRun } from "./run-store.ts";
import { readStoredRun } from "./stored-run.ts";
import { storedRuns } from "./stored-runs.ts";

const folder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

/** The smallest event that names its format, as the first one must. */
const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const EXCHANGE = { key: "WO-01/attempt-1", response: { text: "{}" } };

/** A run that ended after two events and one exchange. */
const leftBehind = async (root: string): Promise<string> => {
  const store = await createRun(root, "factory", RUN);
  await store.emit(BEGUN);
  await store.emit({ type: "warning", message: "é" });
  await store.appendExchange(EXCHANGE);
  await store.close();
  return store.directory;
};

const reopened = async (root: string) => {
  const stored = await readStoredRun(root, "factory", RUN);
  if (!stored.ok) throw new Error(stored.issues[0].message);
  return { stored: stored.value, store: await reopenRun(stored.value) };
};

test("a run is resumed after what a crash tore, wherever it was cut", async () => {
  const root = folder();
  const directory = await leftBehind(root);
  const journal = join(directory, "events.jsonl");
  const exchanges = join(directory, "exchanges.jsonl");
  const whole = readFileSync(journal);
  const second = whole.indexOf("\n") + 1;
  for (const cut of [second, second + 1, second + 40, whole.length - 1, whole.length]) {
    writeFileSync(journal, whole.subarray(0, cut));
    appendFileSync(exchanges, '{"key":"WO-01/attempt-2","resp');
    const { store, stored } = await reopened(root);
    expect(stored.exchanges.text).toBe(`${JSON.stringify(EXCHANGE)}\n`);
    await store.emit({ type: "warning", message: "after" });
    await store.close();
    const again = await readStoredRun(root, "factory", RUN);
    const messages = again.ok
      ? again.value.journal.events.slice(1).map((event) => "message" in event && event.message)
      : null;
    expect(messages).toEqual(cut === whole.length ? ["é", "after"] : ["after"]);
    expect(readFileSync(exchanges, "utf8")).toBe(`${JSON.stringify(EXCHANGE)}\n`);
  }
});

test("files that were being written are removed, complete ones stay", async () => {
  const root = folder();
  const directory = await leftBehind(root);
  writeFileSync(join(directory, temporaryName()), "half");
  writeFileSync(join(directory, "run.json"), "{}");
  const { store } = await reopened(root);
  await store.close();
  expect(
    readdirSync(directory)
      .filter((name) => name !== "seal.json")
      .sort(),
  ).toEqual(["events.jsonl", "exchanges.jsonl", "run.json"]);
});

test("a run without a usable journal is reported with the reason", async () => {
  const root = folder();
  const directory = await leftBehind(root);
  truncateSync(join(directory, "events.jsonl"), 0);
  expect(await readStoredRun(root, "factory", RUN)).toMatchObject({ ok: false, issues: [{ kind: "empty" }] });
  expect(await readStoredRun(root, "factory", `${RUN.slice(0, -1)}W`)).toMatchObject({
    ok: false,
    issues: [{ kind: "empty" }],
  });
});

const makeHuge = (file: string) => {
  writeFileSync(file, "");
  truncateSync(file, 3_000_000_000);
};

test("an unreadable entry in place of a journal is reported, not thrown", async () => {
  const root = folder();
  const journal = join(await leftBehind(root), "events.jsonl");
  const stands: readonly [() => void, string][] = [
    [() => mkdirSync(journal), "it is a directory"],
    [() => symlinkSync("/dev/zero", journal), "a link is on the way"],
    // The file takes no space on disk, but would fill the memory.
    [() => makeHuge(journal), "it is larger than any file of ours"],
  ];
  for (const [put, why] of stands) {
    rmSync(journal, { recursive: true });
    put();
    expect(await readStoredRun(root, "factory", RUN)).toMatchObject({
      ok: false,
      issues: [{ kind: "damaged", message: `it cannot be read (${why})` }],
    });
  }
});

test("runs are listed newest first, whatever else is there", async () => {
  const root = folder();
  const newer = "01BRZ3NDEKTSV4RRFFQ69G5FAV";
  await leftBehind(root);
  await (await createRun(root, "run-all", newer)).close();
  writeFileSync(join(root, "factory", "notes.txt"), "");
  expect(storedRuns(root)).toEqual([
    { kind: "run-all", runId: newer },
    { kind: "factory", runId: RUN },
  ]);
  expect(storedRuns(join(root, "nowhere"))).toEqual([]);
});

test("a line that was only partly written leaves nothing between the lines", () => {
  const file = join(folder(), "log");
  const log = createLog(file);
  log.append("one", { durable: true });
  // As on a disk that fills up in the middle of a line.
  appendFileSync(file, "tw");
  log.append("three", { durable: false });
  log.close();
  expect(readFileSync(file, "utf8")).toBe("one\nthree\n");
  expect(existsSync(file) && statSync(file).size).toBe(10);
});
