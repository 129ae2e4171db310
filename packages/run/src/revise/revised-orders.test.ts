import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { orderSha256, type RunEvent } from "@llmch/contract";
import type { StoredRun } from "@llmch/store";
import { workOrder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { standingOrders } from "./revised-orders.ts";

const root = mkdtempSync(join(tmpdir(), "llmch-revised-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = { directory: join(root, "run"), runId: "01J0000000000000000000RUN0" };
mkdirSync(join(run.directory, "revision_1"), { recursive: true });
const before = JSON.parse(JSON.stringify(workOrder()));
const after = { ...before, acceptance_commands: ["node --version"] };
writeFileSync(join(run.directory, "revision_1/work_order.json"), JSON.stringify(after));
const begun = { path: "", order: workOrder(), document: before, sha256: orderSha256(before) };
const body = {
  ...{ type: "order_revised" as const, revision: 1, order: "WO-01", from_sha256: begun.sha256 },
  ...{ work_order_sha256: orderSha256(after), asked: true },
};

const stored = (said: object): StoredRun => {
  const place = { ts: "", run_id: run.runId };
  const events = [
    { ...place, seq: 0, type: "order_started", order: "WO-01" },
    { ...place, seq: 1, ...body, ...said },
  ] as unknown as readonly RunEvent[];
  return {
    ...{ ...run, kind: "factory" },
    journal: { events, all: events, checksum: "", wholeBytes: 0 },
    exchanges: { text: "", wholeBytes: 0 },
  };
};

test("an order stands as it was revised", async () => {
  const standing = await standingOrders([begun], [stored({})]);
  expect(standing).toMatchObject({ ok: true, value: [{ sha256: orderSha256(after) }] });
});

test("a file that is not the order named in the journal is refused", async () => {
  const standing = await standingOrders([begun], [stored({ work_order_sha256: "0".repeat(64) })]);
  expect(standing).toMatchObject({ ok: false, issues: [{ code: "not-resumable" }] });
});
