import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearRemovedRuns } from "@llmch/store";
import { expect, onTestFinished, test } from "vitest";
import { recordedStore } from "../../../run/src/recorded/recorded-store.fixture.ts";
import { carryOutPrune, findPrunable } from "../remove/prune.ts";
import { instanceScene, orderFor, writing } from "./instance.fixture.ts";

const LATER = new Date(Date.now() + 3_600_000);

test("old records go with those of their orders, and with their reports; young ones stay", async () => {
  const scene = instanceScene({ "WO-01/attempt-1": writing("a.txt") });
  const { env } = scene.repo;
  const run = await scene.llmch().runAll([orderFor(1, "a.txt")], { branch: "work" });
  const [schedule = "", order = ""] = [run.value?.runId, run.value?.orders[0]?.runId];
  scene.repo.git("branch", "merged", "work");
  const root = join(scene.folder, "artifacts");
  mkdirSync(join(root, "reports"));
  writeFileSync(join(root, "reports", `${schedule}.html`), "");
  expect(await findPrunable(root, new Date(0), { env })).toEqual({ prunable: [], unmerged: [] });
  const { prunable, unmerged } = await findPrunable(root, LATER, { env });
  expect(unmerged).toEqual([]);
  const names = prunable.flatMap(({ records }) => records.map(({ kind, runId }) => `${kind} ${runId}`));
  expect(names).toEqual([`factory ${order}`, `run-all ${schedule}`]);
  carryOutPrune(root, prunable);
  for (const folder of ["factory", "run-all", "reports"]) expect(readdirSync(join(root, folder))).toEqual([]);
});

test("what a killed process was removing is not a run, and goes with the next removal", async () => {
  const { root, remove } = await recordedStore();
  onTestFinished(remove);
  const doomed = join(root, "factory", "llmch-00000000-1-1-01ARZ3NDEKTSV4RRFFQ69G5FAV");
  mkdirSync(doomed);
  clearRemovedRuns(root);
  // It belongs to another machine, whose processes are not visible here.
  expect(existsSync(doomed)).toBe(true);
});

test("a run whose commits are nowhere else stays until they are merged; a resumable one always stays", async () => {
  const scene = instanceScene({ "WO-01/attempt-1": writing("a.txt"), "WO-02/attempt-1": "no answer" });
  const { env } = scene.repo;
  const llmch = scene.llmch();
  const passed = await llmch.run(orderFor(1, "a.txt"), { branch: "work" });
  const root = join(scene.folder, "artifacts");
  const id = passed.value?.runId ?? "";
  expect(passed.ok).toBe(true);
  const found = await findPrunable(root, LATER, { env });
  expect([found.prunable, found.unmerged.map(({ runId }) => runId)]).toEqual([[], [id]]);
  scene.repo.git("branch", "merged", "work");
  expect((await findPrunable(root, LATER, { env })).prunable.map(({ runId }) => runId)).toEqual([id]);
  const stopped = await scene.llmch({ settings: { ...scene.settings, budget: { minutes: 0 } } });
  const limited = await stopped.run(orderFor(3, "c.txt"), { branch: "other" });
  expect(limited.value?.verdict).toBe("ERROR");
  expect((await findPrunable(root, LATER, { env })).prunable.map(({ runId }) => runId)).toEqual([id]);
});
