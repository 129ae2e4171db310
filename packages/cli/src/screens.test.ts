import type { PlanShown, RunInList } from "@llmch/app";
import { type BuildStory, NO_SPENDING, type ScheduleStory, summarizeRun } from "@llmch/story";
import { liveState } from "@llmch/story/live";
import { readStory } from "@llmch/story/reading";
import { BUILD_JOURNAL, recordedJournal, runNumbered, WINDOW_JOURNAL } from "@llmch/testkit";
import pc from "picocolors";
import { expect, test } from "vitest";
import type { Console } from "./console/console.ts";
import { after, NOON, outline, started } from "./console/live/draw.fixture.ts";
import { drawLive } from "./console/live/draw.ts";
import { withMeasure } from "./console/measure.ts";
import { runsTable } from "./inspection/runs-table.ts";
import { planLines } from "./plan/plan-lines.ts";
import { statusLines } from "./show/build-view.ts";
import type { Page } from "./show/page.ts";
import { storyLines } from "./show/story-view.ts";
import { view as doctor } from "./views/doctor.ts";

const colors = pc.createColors(false);
const RUN = "01M8D2KD2FHPDM1QH331JRSCQB";
const TITLES = ["Parse the ledger", "Compute shares and balances, to the cent, however many people share an amount"];
const usage = { input_tokens: 41_200, output_tokens: 3100, cached_tokens: 25_500, reasoning_tokens: 0 };
const spending = { ...NO_SPENDING, answers: 3, usage, cost_usd: 0.12 };

const VIEW = {
  ...{ next: [], open: [], owed: null, waits: null, diffs: new Map(), only: null, how: () => "" },
  summaryOf: () => summarizeRun("factory", "r", ""),
};
const BUILD = readStory(recordedJournal("build", RUN, BUILD_JOURNAL), () =>
  recordedJournal("run-all", runNumbered(41), WINDOW_JOURNAL({} as Parameters<typeof WINDOW_JOURNAL>[0])),
) as BuildStory;
const drawnBuild = (width: number, draw: (page: Page) => readonly string[]) =>
  withMeasure((measure) => draw({ colors, width: Math.min(120, width), whole: false, measure }));

/** Each view, drawn for so many columns. */
const VIEWS: Readonly<Record<string, (columns: number) => Promise<readonly string[]>>> = {
  live: async (columns) => {
    const state = after(
      liveState(
        outline(4, (number) => TITLES[number - 2] ?? `Write part ${number}`),
        NOON,
      ),
      started("WO-02", TITLES[1] ?? ""),
      { type: "attempt_started", attempt: 2, max_attempts: 5 },
      { type: "model_answered", key: "k", duration_ms: 1, usage, model: "m", cost_usd: 0.12 },
      { type: "step_started", attempt: 2, step: "verify" },
      { type: "command_started", phase: "verify", index: 0, command: "bash scripts/verify.sh" },
    );
    const caps = { usd: 2, tokens: null, minutes: 30 };
    return drawLive(state, { columns, rows: 12, now: NOON + 83_000, heard: new Map(), caps, colors });
  },
  runs: (width) => {
    const run = (changes: Partial<RunInList>): RunInList => ({
      ...summarizeRun("factory", RUN, ""),
      ...{ state: "passed", is_begun: true, verdict: "PASS", order: "WO-01", duration_ms: 83_000 },
      ...{ directory: "/runs", short_id: "01M8D2KD2F", next: [], spending },
      ...changes,
    });
    const orders = { total: 10, passed: 8, skipped: 0, stopped_at: "WO-07" };
    const all = [run({ title: TITLES[1] ?? "" }), run({ kind: "run-all", state: "failed", orders })];
    return withMeasure((measure) => runsTable(all, { width, colors, measure }));
  },
  show: (width) => {
    const diff = { files: [{ path: "src/ledger.js", added: 65, removed: 2 }] };
    const story: ScheduleStory = {
      ...{ kind: "run-all", run_id: RUN, directory: `/demo/artifacts/run-all/${RUN}`, state: "passed" },
      ...{ is_running: false, verdict: "PASS", exit_code: 0, started_at: null, last_at: null, duration_ms: 83_000 },
      ...{ spending, limit: null, warnings: ["WO-02 changes a test that was there before"], faults: [], files: [] },
      ...{ branch: "llmch/parse-the-ledger-jrscqb", baseline: "302e975ee0", config: null, diff },
      plan: { run_id: "01M8D2KCH4S3V68CNQPMKVFEQA", spec: "specs/evenly.txt" },
      orders: TITLES.map((title, index) => ({
        ...{ order: `WO-0${index + 1}`, state: "passed" as const, run: "r", work_order: { title }, story: null },
      })),
    };
    const summaryOf = () => ({
      ...summarizeRun("factory", "r", ""),
      attempts: 1,
      duration_ms: 1200,
      commit: "70a7651fc9",
    });
    const next = [
      { command: `llmch report ${RUN}`, why: "all of it as one HTML file" },
      {
        command: "git -C /demo/evenly merge llmch/parse-the-ledger-jrscqb",
        why: "merges it into what is checked out",
      },
    ];
    const view = { ...VIEW, summaryOf, next };
    return withMeasure((measure) =>
      storyLines(story, null, view, { colors, width: Math.min(120, width), whole: false, measure }),
    );
  },
  "show of a build": (width) => drawnBuild(width, (page) => storyLines(BUILD, null, { ...VIEW, next: [] }, page)),
  "build --status": (width) =>
    drawnBuild(width, (page) =>
      statusLines(BUILD, [`llmch watch ${BUILD.run_id}`, `llmch show ${BUILD.run_id}`], page),
    ),
  "plan show": (width) => {
    const plan: PlanShown & { readonly estimate: object } = {
      workOrders: TITLES.map((title, index) => ({
        ...{ id: `WO-0${index + 1}`, title, after: index === 0 ? [] : ["WO-01"] },
        files: index === 0 ? ["src/ledger.js", "test/ledger.test.js"] : ["src/balances.js", "test/balances.test.js"],
      })),
      systemOverview: [
        "Money is held as whole cents in integers everywhere, and no amount is ever a floating-point number.",
      ],
      estimate: { likely: { cost_usd: 0.2 }, high: { cost_usd: 4.53 }, basis: "2 orders" },
      next: "llmch run-all wo",
    };
    return planLines(plan, { colors, width });
  },
  doctor: async (columns) => {
    const check = (name: string, state: string, message: string, hint: string | null = null) => ({
      ...{ name, state, message, hint },
    });
    const checks = [
      check("git", "ok", "2.39.5"),
      check("sandbox", "warning", "bubblewrap is not on the PATH: commands run with your rights", "install bubblewrap"),
      check(
        "server",
        "missing",
        "api.openai.com gives no answer",
        "check the network and OPENAI_BASE_URL, or work from a record with --replay FILE",
      ),
    ];
    const stdout = { isTTY: true, columns };
    const { lines } = await doctor(
      { result: { checks }, exitCode: 1 } as never,
      {} as never,
      { stdout } as Console,
      {} as never,
    );
    return lines;
  },
};

/** Each screen as it was looked at; `-u` writes it anew. */
test.each(Object.keys(VIEWS).flatMap((name) => [80, 120, 200].map((columns) => [name, columns] as const)))(
  "the whole screen of %s at %d columns",
  async (name, columns) => {
    const lines = (await VIEWS[name]?.(columns)) ?? [];
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(`\n${lines.join("\n")}\n`).toMatchSnapshot();
  },
);
