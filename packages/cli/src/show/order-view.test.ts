import { NO_SPENDING, type OrderStory } from "@llmch/story";
import pc from "picocolors";
import { expect, test } from "vitest";
import { withMeasure } from "../console/measure.ts";
import { orderLines, orderPart } from "./order-view.ts";

const story = (speculations: number): OrderStory => ({
  ...{ kind: "factory", run_id: "r", directory: "/runs/r", state: "passed", is_running: false },
  ...{ verdict: "PASS", exit_code: 0, started_at: null, last_at: null, duration_ms: null, spending: NO_SPENDING },
  ...{ limit: null, warnings: [], faults: [], files: [], order: "WO-02", title: null, work_order: null },
  ...{ branch: null, baseline: null, model: null, schedule: null, config: null, setup: null },
  ...{
    baseline_verification: null,
    baseline_acceptance: null,
    triage: null,
    attempts: [],
    commit: null,
    error: null,
    hint: null,
    needs: [],
  },
  speculations: Array.from({ length: speculations }, (_, index) => ({
    ...{ speculation: index + 1, started_at: "2026-01-01T00:00:00.000Z", steps: [] },
  })),
});

test.each([
  [3, "  ahead    3 speculations"],
  [1, "  ahead    1 speculation"],
])("one line shows what was tried ahead of the order's turn: %j", async (count, line) => {
  const view = { diffs: new Map(), only: null, how: () => "" };
  const page = { colors: pc.createColors(false), width: 80, whole: false };
  await withMeasure((measure) => {
    for (const lines of [orderLines, orderPart]) {
      expect(lines(story(count), view, { ...page, measure })).toContain(line);
      expect(lines(story(0), view, { ...page, measure }).join()).not.toContain("ahead");
    }
  });
});

test("the model's triage of the order comes before its attempts", async () => {
  const view = { diffs: new Map(), only: null, how: () => "" };
  await withMeasure((measure) => {
    const page = { colors: pc.createColors(false), width: 80, whole: false, measure };
    const told = { ...story(0), triage: { complexity: "complex", reason: "two modules decide" } };
    expect(orderLines(told, view, page)).toContain("  triage   complex: two modules decide");
    expect(orderLines(story(0), view, page).join()).not.toContain("triage");
  });
});

test("a folder that commands filled is named with how many files, and each of them on demand", async () => {
  const view = { diffs: new Map(), only: null, how: () => "" };
  const drift = ["a.txt", ...Array.from({ length: 9 }, (_, index) => `dist/${index}.js`)];
  const commit = {
    commit: "0123456789ab",
    branch: "work",
    files: ["b.txt"],
    drift,
    evidence: { tests: 0, acceptance: 1, hidden: 0 },
    pushed_to: null,
  };
  await withMeasure((measure) => {
    const shown = (whole: boolean) => {
      const page = { colors: pc.createColors(false), width: 200, whole, measure };
      return orderLines({ ...story(0), commit }, view, page).join("\n");
    };
    expect(shown(false)).toContain("a.txt, dist/ (9 files: 0.js, 1.js, 2.js, …) changed outside the proposal");
    expect(shown(true)).toContain("a.txt, dist/0.js, dist/1.js");
  });
});
