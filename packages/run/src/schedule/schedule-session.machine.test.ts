import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newRunId } from "@llmch/store";
import { temporaryFolder, workOrder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { CONFIG } from "../recorded/recorded-store.fixture.ts";
import { openSchedule } from "./schedule-session.ts";

test("a run-all whose first files cannot be written leaves no sign that it is being written", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const runId = newRunId();
  // No file can have this name.
  const order = workOrder({ id: "WO-01\0" });
  const orders = [{ order, document: { id: order.id }, sha256: "", path: "" }];
  const opening = openSchedule(
    { runId, orders, design: null, config: CONFIG, previous: null },
    {
      ...{ artifactsRoot: path, branch: "work", baseline: "0".repeat(40), skipped: [], planAcceptance: [] },
      isolation: { sandbox: null, why: null },
    },
    { secrets: [], version: "1.0.0", env: {} },
    { event: () => {} },
  );
  await expect(opening).rejects.toThrow();
  expect(readdirSync(join(path, "run-all", runId)).sort()).not.toContain(".reserve");
});
