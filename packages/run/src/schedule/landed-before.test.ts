import { EVENT_FORMAT, type EventBody } from "@llmch/contract";
import { RUN_CONFIG } from "@llmch/testkit";
import { expect, test } from "vitest";
import { landedBefore } from "./landed-before.ts";

const begun = (order: string): EventBody => ({
  ...{ type: "order_started", format: EVENT_FORMAT, order, title: order, work_order_sha256: "x" },
  ...{ model: "m", branch: "work", baseline: "c0", schedule: "S", config: RUN_CONFIG },
});
const committing = (from: string): EventBody => ({
  type: "committing",
  evidence: { tests: null, acceptance: 1, hidden: 0 },
  attempt: 1,
  branch: "work",
  from,
  files: [],
  summary: "",
  drift: [],
});
const committed = (commit: string): EventBody => ({
  type: "committed",
  commit,
  tree: "t",
  branch: "work",
  files: [],
  drift: [],
});
const run = (runId: string, ...events: readonly EventBody[]) => ({ runId, journal: { events } });

const laidDown = async (runs: readonly ReturnType<typeof run>[], pending: Readonly<Record<string, string>>) => {
  const laid: string[] = [];
  const between = async (from: string, to: string) => {
    laid.push(`${from}..${to}`);
    return { changes: [], version: "" };
  };
  const commitOf = async (runId: string) => (runId === "R2" ? { commit: "c2" } : null);
  const landed = await landedBefore(runs, new Map(Object.entries(pending)), between, commitOf);
  return { landed: [...landed.keys()], laid };
};

const ended = run("R1", begun("WO-01"), committing("c0"), committed("c1"));

test("the layer of a landed order is set, even if its session died between its commit and its last event", async () => {
  const died = run("R2", begun("WO-02"), committing("c1"));
  const diedLater = run("R3", begun("WO-03"), committing("c2"), committed("c3"));
  const all = await laidDown([ended, died, diedLater], { "WO-02": "R2", "WO-03": "R3" });
  expect(all.landed).toEqual(["WO-01", "WO-02", "WO-03"]);
  expect(all.laid).toEqual(["c0..c1", "c1..c2", "c2..c3"]);
});

test("no layer is set for an order whose branch never moved, or that is carried out again", async () => {
  const neverMoved = run("R4", begun("WO-02"), committing("c1"));
  const waiting = run("R5", begun("WO-03"));
  const lost = { "WO-01": "R9", "WO-02": "R4", "WO-03": "R5" };
  expect(await laidDown([ended, neverMoved, waiting], lost)).toEqual({ landed: [], laid: [] });
  expect(await laidDown([ended], { "WO-01": "" })).toEqual({ landed: [], laid: [] });
});
