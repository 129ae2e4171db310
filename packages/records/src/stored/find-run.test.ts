import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findRun } from "./find-run.ts";
import { storedSummaries } from "./stored-summaries.ts";

let root: string;
let remove: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  remove = folder.remove;
  root = folder.path;
});
afterEach(() => remove());

const id = (end: string) => `01ARZ3NDEKTSV4RRFFQ69${end.padStart(5, "0")}`;

/** A run with a journal of one event, worked on at a time of day. */
const put = (kind: string, end: string, event: object, ts = "10:00") => {
  const directory = join(root, kind, id(end));
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, "events.jsonl"),
    `${JSON.stringify({ seq: 0, ts: `2026-01-01T${ts}:00Z`, ...event })}\n`,
  );
};
const PLAN = { type: "plan_started", spec: "a/spec é.txt" };
const order = (schedule: string | null) => ({ type: "order_started", order: "WO-01", title: "Greet", schedule });

const found = async (named?: string) => {
  const run = findRun(storedSummaries(root), named);
  return run.ok ? run.value.runId : `${run.issues[0].code}: ${run.issues[0].message}`;
};

describe("the newest run", () => {
  test("is the one that was worked on last, and not part of a run-all", async () => {
    put("run-all", "1", { type: "schedule_started", orders: [], skipped: [] }, "12:00");
    const journal = join(root, "run-all", id("1"), "events.jsonl");
    appendFileSync(
      journal,
      `${JSON.stringify({ ts: "2026-01-01T12:00:00Z", type: "order_run_started", order: "WO-01", run: id("2") })}\n`,
    );
    put("factory", "2", order(id("1")), "13:00");
    put("planner", "3", PLAN, "11:00");
    expect(await found()).toBe(id("1"));
  });

  test("is not that of a clock that was ahead, once another was made", async () => {
    put("planner", "1", PLAN);
    put("run-all", "2", { type: "schedule_started", orders: [], skipped: [], ts: "2999-01-01T00:00:00Z" });
    expect(await found()).toBe(id("2"));
    put("planner", "3", PLAN, "11:00");
    expect([await found(), await found("last~1"), await found("last~2")]).toEqual([id("3"), id("2"), id("1")]);
  });

  test("may be an order's run whose run-all is gone, but not one that never began", async () => {
    put("factory", "2", order(id("1")));
    mkdirSync(join(root, "planner", id("9")), { recursive: true });
    expect(await found()).toBe(id("2"));
  });

  test("may be one whose journal is gone, as its seal shows", async () => {
    put("factory", "2", order(null));
    const directory = join(root, "run-all", id("9"));
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "seal.json"), "{}");
    expect(await found()).toBe(id("9"));
    expect(storedSummaries(root).of({ kind: "run-all", runId: id("9") }).is_damaged).toBe(true);
  });

  test("does not exist in an empty store", async () => {
    expect(await found()).toBe(`no-such-run: there is no run in ${root}`);
    expect(findRun(storedSummaries(root), undefined, ["factory", "run-all"])).toMatchObject({
      issues: [
        {
          message: `there is no run of orders in ${root}`,
          hint: expect.stringMatching(/^make one with `llmch run-all`,/),
        },
      ],
    });
  });
});

describe("a run is named", () => {
  test("by its id or a prefix of it, in any case", async () => {
    put("planner", "1A", PLAN);
    put("factory", "2B", order(null));
    expect(await found(id("1A"))).toBe(id("1A"));
    expect(await found(id("2B").slice(0, 25).toLowerCase())).toBe(id("2B"));
  });

  test("by its branch, or by how many were worked on since", async () => {
    put("planner", "1A", PLAN, "10:00");
    put("factory", "2B", { ...order(null), branch: "llmch/greet-00002b" }, "11:00");
    put("factory", "3C", { ...order(null), branch: "llmch/greet-00002b" }, "12:00");
    expect(await found("llmch/greet-00002b")).toBe(id("3C"));
    expect([await found("last"), await found("last~1"), await found("last~2")]).toEqual([id("3C"), id("2B"), id("1A")]);
    expect(await found("last~3")).toContain("no-such-run");
  });

  test("ambiguously: some matches are listed, with what they are", async () => {
    put("planner", "1A", PLAN);
    for (const end of ["2", "3", "4", "5", "6"]) put("factory", end, order(null));
    const refused = await found("01arz");
    expect(refused).toContain("ambiguous-run: 6 runs begin with 01arz: ");
    expect(refused).toContain(`${id("1A")} (spec é.txt)`);
    expect(refused).toContain(`${id("6")} (WO-01 Greet)`);
    expect(refused).toContain(" and 1 more");
  });

  test("without a match", async () => {
    put("planner", "1A", PLAN);
    expect(await found("01B\u001b[31m")).toBe(`no-such-run: there is no run 01B in ${root}`);
  });
});
