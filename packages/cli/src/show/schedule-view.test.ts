import { NO_SPENDING, type ScheduleStory, summarizeRun } from "@llmch/story";
import pc from "picocolors";
import { expect, test } from "vitest";
import { withMeasure } from "../console/measure.ts";
import { scheduleLines } from "./schedule-view.ts";

const story = (is_running: boolean): ScheduleStory => ({
  ...{
    kind: "run-all",
    run_id: "r",
    directory: "/runs/r",
    state: "interrupted",
    is_running,
    verdict: null,
    exit_code: null,
  },
  ...{
    started_at: null,
    last_at: null,
    duration_ms: null,
    spending: NO_SPENDING,
    limit: null,
    warnings: [],
    faults: [],
    files: [],
  },
  ...{ branch: null, baseline: null, config: null },
  orders: [
    { order: "WO-01", state: "passed", run: null, work_order: { title: "One" }, story: null },
    { order: "WO-02", state: "running", run: null, work_order: { title: "Two" }, story: null },
  ],
});

test.each([
  [true, "  running  WO-02  Two"],
  [false, "  left    WO-02  Two"],
])("a begun order counts as running only while a process runs it: %s", async (isRunning, line) => {
  const page = { colors: pc.createColors(false), width: 80, whole: false };
  const summaryOf = () => summarizeRun("factory", "r", "");
  const lines = await withMeasure((measure) => scheduleLines(story(isRunning), summaryOf, { ...page, measure }));
  expect(lines).toContain(line);
});
