import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  EVENT_FORMAT,
  type EventBody,
  readSeal,
  SEAL_FILE,
  type SealDifference,
  sealDifferences,
} from "@llmch/contract";
import { temporaryFolder } from "@llmch/testkit";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createRun, reopenRun } from "./run-store.ts";
import { hashRunFiles } from "./seal.ts";
import { readStoredRun } from "./stored-run.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
/** The smallest event that names its format, as the first one must. */
const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const folder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

/** A closed run with a few files, one of them longer than one read. */
const closedRun = async (root: string) => {
  const store = await createRun(root, "factory", RUN);
  await store.emit(BEGUN);
  await store.record("run.json", { run_id: RUN });
  await store.recordText("attempt_1/se_prompt.txt", "a\n");
  await store.recordText("attempt_1/verify_0_stdout.txt", "0123456789".repeat(60_000));
  const head = await store.close();
  return { directory: store.directory, head };
};

const differences = async (directory: string): Promise<readonly SealDifference[]> => {
  const seal = readSeal(readFileSync(join(directory, SEAL_FILE), "utf8"));
  if (!seal.ok) throw new Error(seal.issues[0]);
  return sealDifferences(seal.value, (await hashRunFiles(directory)).files);
};

test("a closed run is sealed, including its last event", async () => {
  const { directory, head } = await closedRun(folder());
  const seal = readSeal(readFileSync(join(directory, SEAL_FILE), "utf8"));
  expect(seal).toMatchObject({ ok: true, value: { head } });
  expect(seal.ok && seal.value.files.map(({ path }) => path)).toEqual([
    "attempt_1/se_prompt.txt",
    "attempt_1/verify_0_stdout.txt",
    "events.jsonl",
    "exchanges.jsonl",
    "run.json",
  ]);
  expect(await differences(directory)).toEqual([]);
});

test("any single changed byte in any file is named", async () => {
  const { directory } = await closedRun(folder());
  const paths = ["attempt_1/se_prompt.txt", "attempt_1/verify_0_stdout.txt", "events.jsonl", "run.json"];
  const change = { path: fc.constantFrom(...paths), place: fc.nat(), by: fc.integer({ min: 1, max: 255 }) };
  await fc.assert(
    fc.asyncProperty(fc.record(change), async ({ path, place, by }) => {
      const file = join(directory, path);
      const whole = readFileSync(file);
      const changed = Buffer.from(whole);
      const index = place % whole.length;
      changed[index] = (whole[index] ?? 0) ^ by;
      writeFileSync(file, changed);
      const named = await differences(directory);
      writeFileSync(file, whole);
      return JSON.stringify(named) === JSON.stringify([{ path, kind: "changed" }]);
    }),
    { numRuns: 60 },
  );
  expect(await differences(directory)).toEqual([]);
});

test("added, missing and replaced files are named; entries that are not files are listed apart", async () => {
  const { directory } = await closedRun(folder());
  mkdirSync(join(directory, "attempt_2"));
  writeFileSync(join(directory, "attempt_2/x"), "");
  rmSync(join(directory, "run.json"));
  rmSync(join(directory, "exchanges.jsonl"));
  symlinkSync("events.jsonl", join(directory, "exchanges.jsonl"));
  expect(await differences(directory)).toEqual([
    { path: "attempt_2/x", kind: "added" },
    { path: "exchanges.jsonl", kind: "missing" },
    { path: "run.json", kind: "missing" },
  ]);
  expect((await hashRunFiles(directory)).others).toEqual([{ path: "exchanges.jsonl", why: "it is no regular file" }]);
});

test("a folder that cannot be listed is reported, and the rest is checked", async () => {
  const { directory } = await closedRun(folder());
  const locked = join(directory, "attempt_1");
  chmodSync(locked, 0);
  onTestFinished(() => chmodSync(locked, 0o755));
  const isRoot = process.getuid?.() === 0;
  expect((await hashRunFiles(directory)).others).toEqual(
    isRoot ? [] : [{ path: "attempt_1/", why: "permission denied" }],
  );
});

test("a resumed run is unsealed once its journal says so, and sealed again at its end", async () => {
  const root = folder();
  const { directory, head } = await closedRun(root);
  const stored = await readStoredRun(root, "factory", RUN);
  if (!stored.ok) throw new Error(stored.issues[0].message);
  const store = await reopenRun(stored.value);
  // If it is killed here, the run is as its first session left it.
  expect(await differences(directory)).toEqual([]);
  await store.emit(BEGUN);
  expect(() => readFileSync(join(directory, SEAL_FILE))).toThrow("ENOENT");
  const again = await store.close();
  expect(again).not.toBe(head);
  expect(await differences(directory)).toEqual([]);
});

test("a run that cannot be sealed still ends, with a warning in its journal", async () => {
  const root = folder();
  const store = await createRun(root, "factory", RUN);
  await store.emit(BEGUN);
  mkdirSync(join(store.directory, SEAL_FILE));
  const heard: string[] = [];
  store.subscribe((event) => heard.push(event.type));
  expect(await store.close()).toBeNull();
  const stored = await readStoredRun(root, "factory", RUN);
  expect(stored.ok && stored.value.journal.events.at(-1)).toMatchObject({
    type: "warning",
    message: expect.stringContaining("could not be sealed (it is a directory)"),
  });
  expect(heard).toEqual(["warning"]);
});
