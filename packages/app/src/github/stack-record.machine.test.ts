import { mkdirSync, writeFileSync } from "node:fs";
import { removeRun, runsWithStack, stackFile, stackFolder } from "@llmch/store";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { readStack, type StackRecord, writeStack } from "./stack-record.ts";

const [FIRST, SECOND] = ["01M8M457535PNACJE4TJH1PWHQ", "01M8M557535PNACJE4TJH1PWHQ"] as const;
const PLACE = { repo: "/repo/.git", branch: "work" };
const ENTRY = { number: 1, runs: "R", order: "WO-01", title: "One", branch: "llmch-stack/x/01-one", pushed: "ab12" };
const record = (changes: Partial<StackRecord> = {}): StackRecord => ({
  ...{ ...PLACE, id: "x", base: "main", entries: [{ ...ENTRY, url: "https://u", merged: false }] },
  ...changes,
});

const newRoot = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

test("a stack goes on with a later run on the same branch, and goes with that run's records", async () => {
  const root = newRoot();
  expect(await writeStack(root, FIRST, record({ branch: "other" }))).toMatchObject({ ok: true });
  expect(readStack(root, PLACE)).toBeNull();
  await writeStack(root, FIRST, record());
  await writeStack(root, SECOND, record());
  expect(runsWithStack(root)).toEqual([SECOND]);
  expect(readStack(root, PLACE)).toEqual(record());
  removeRun(root, "run-all", SECOND);
  expect(readStack(root, PLACE)).toBeNull();
});

test("a record that somebody wrote names no branch but a stack's, and no commit that is none", () => {
  const root = newRoot();
  mkdirSync(stackFolder(root, FIRST), { recursive: true });
  const entries = [{ ...ENTRY, branch: "release" }, { ...ENTRY, pushed: "--exec=x" }, 7];
  writeFileSync(stackFile(root, FIRST), JSON.stringify({ ...record(), entries }));
  expect(readStack(root, PLACE)?.entries).toMatchObject([{ branch: ENTRY.branch, pushed: null }]);
  writeFileSync(stackFile(root, FIRST), "[");
  expect(readStack(root, PLACE)).toBeNull();
});
