import type { EventBody } from "@llmch/contract";
import { BUILD_JOURNAL, eventsOfRun, journalText, recordedJournal, runNumbered, WINDOW_JOURNAL } from "@llmch/testkit";
import { expect, test } from "vitest";
import { costRows } from "./costs.ts";
import { questionsOfRun, readStory } from "./read-story.ts";
import type { RecordedRun } from "./record.ts";
import { summarizeRun } from "./run-summary.ts";
import { buildInWords, buildStop, commandEnd, runWhat } from "./run-words.ts";
import { NO_SPENDING } from "./spending.ts";
import { capsInWords, spentOfBudget } from "./spending-words.ts";
import type { BuildStory } from "./stories/build.ts";

const BUILD = runNumbered(1);

const storyOf = (bodies: readonly EventBody[], others: readonly RecordedRun[] = [], files = {}): BuildStory => {
  const story = readStory(
    recordedJournal("build", BUILD, bodies, files),
    (id) => others.find(({ run_id }) => run_id === id) ?? null,
  );
  if (story.kind !== "build") throw new Error("no build");
  return story;
};
const config = {} as Parameters<typeof WINDOW_JOURNAL>[0];
const WINDOW_ENDED = BUILD_JOURNAL.findIndex(({ type }) => type === "window_ended") + 1;
const AT_WORK = recordedJournal("run-all", runNumbered(41), WINDOW_JOURNAL(config));

test("tells the milestones with their state and cost, and the windows with what came of each order", () => {
  const story = storyOf(BUILD_JOURNAL, [AT_WORK]);
  expect(story.milestones.map(({ id, state, spending }) => [id, state, spending.cost_usd])).toEqual([
    ["M1", "done", expect.closeTo(0.13)],
    ["M2", "current", expect.closeTo(0.17)],
    ["M3", "next", null],
  ]);
  expect(
    story.windows.map(({ window, run, verdict, orders }) => [window, run, verdict, orders.map(({ state }) => state)]),
  ).toEqual([
    [1, runNumbered(11), "PASS", ["landed", "landed"]],
    [2, runNumbered(21), "FAIL", ["landed", "failed", "left"]],
    [3, null, "PASS", []],
    [4, runNumbered(41), null, ["running"]],
  ]);
  expect(story.spending.cost_usd).toBeCloseTo(0.31);
  expect(story.spending.answers).toBe(9);
  expect([story.branch, story.notes, story.needs, story.bound]).toEqual([
    "llmch/shop-jrscqb",
    ["prices are whole cents"],
    [],
    null,
  ]);
  expect(buildInWords(story)).toBe("1 of 3 milestones, 3 orders, 4 windows");
  expect(buildStop(story)).toBe("");
});

test("tells each change of plan with its reason, in order", () => {
  expect(storyOf(BUILD_JOURNAL, [AT_WORK]).changes.map(({ window, what, why }) => [window, what, ...why])).toEqual([
    [1, "examined 12 of 12"],
    [2, "note dropped: the list prints to stdout", "WO-03 reads the file itself"],
    [2, "WO-04 failed (acceptance_failed)", "sell.js: no such article"],
    [3, "WO-04 is given up", "Articles have no number to sell by. (WO-03)"],
    [3, "assessment 1: rescope", "Sales need names, not numbers. (WO-03, WO-04)"],
    [
      3,
      "scope changed by the assessment",
      "- M2 A user can sell an article, and the stock becomes less.",
      "+ M2 A user can sell an article by its name, and the stock becomes less.",
    ],
  ]);
});

test("says what it waits for, and which bound it reached", () => {
  const need = { id: "assessment-01", kind: "question", what: "Which shop?", sha256: "" };
  const waits = storyOf(
    [...BUILD_JOURNAL, { type: "run_finished", verdict: "ERROR", exit_code: 6, duration_ms: 1 }],
    [AT_WORK],
    { "run_summary.json": JSON.stringify({ needs: [need] }) },
  );
  expect(waits.needs).toEqual([need]);
  expect(buildStop(waits)).toBe("assessment-01 waits for you: Which shop?");
  const bound = { bound: "rounds", message: "4 windows were planned, as many as may be", hint: "more" } as const;
  const stopped = storyOf([...BUILD_JOURNAL, { type: "bound_reached", ...bound }], [AT_WORK]);
  expect(stopped.bound).toEqual(bound);
  expect(buildStop(stopped)).toBe(bound.message);
});

test("tells a window that has ended from one that has not, and a command by its end", () => {
  const end: EventBody = { type: "run_finished", verdict: "ERROR", exit_code: 2, duration_ms: 1 };
  expect(buildStop(storyOf([...BUILD_JOURNAL.slice(0, WINDOW_ENDED), end]))).toBe("after window 1");
  expect(buildStop(storyOf([...BUILD_JOURNAL, end], [AT_WORK]))).toBe("window 4: not at its end");
  expect(commandEnd(`node -e "${"const x = 1; ".repeat(20)}check(x)"`)).toMatch(/^….{90}check\(x\)"$/);
});

test("tells what is left if a step is no longer in the store, and of any journal that was cut", () => {
  expect(storyOf(BUILD_JOURNAL).faults.map(({ message }) => message)).toEqual(["the run-all is not in the store"]);
  for (let length = 0; length <= BUILD_JOURNAL.length; length++)
    expect(storyOf(BUILD_JOURNAL.slice(0, length), [AT_WORK]).kind).toBe("build");
});

test("in a list a build says which milestone it is at, and names its steps", () => {
  const summary = summarizeRun("build", BUILD, journalText(eventsOfRun(BUILD, BUILD_JOURNAL)));
  expect(runWhat(summary)).toBe("shop.txt, 1 of 3 milestones, 3 orders");
  expect(summary).toMatchObject({ branch: "llmch/shop-jrscqb", repo: "/repo", build: { landed: 3 } });
  expect(summary.runs).toEqual([10, 11, 20, 21, 30, 40, 41].map(runNumbered));
});

test("its cost holds its own questions and those of its steps, each once, whatever a journal says", () => {
  const asked: readonly EventBody[] = BUILD_JOURNAL.filter(({ type }) => type.startsWith("model_"));
  const plan = recordedJournal("planner", runNumbered(10), [
    { type: "model_asked", key: "plan/attempt-1" },
    { ...(asked[1] as EventBody), key: "plan/attempt-1" } as EventBody,
  ]);
  const circle = recordedJournal("run-all", runNumbered(11), [
    { type: "order_run_started", order: "WO-01", run: BUILD },
  ]);
  const own = recordedJournal("build", BUILD, BUILD_JOURNAL);
  const runs = [own, plan, circle];
  const { questions, faults } = questionsOfRun(own, (id) => runs.find(({ run_id }) => run_id === id) ?? null);
  expect(costRows(questions, "order").map(({ name, spending }) => [name, spending.answers])).toEqual([
    ["scope", 1],
    ["examination", 1],
    ["assessment", 1],
    ["plan", 1],
  ]);
  expect(faults.map(({ message }) => message)).toContain("the run of window 4 (run-all) is not in the store");
});

test("its caps are those that its last resume was given", () => {
  const given: EventBody = { type: "settings_given", settings: { budget: { usd: 8 } }, changes: ["budget.usd: 8"] };
  expect(capsInWords(storyOf([...BUILD_JOURNAL, given], [AT_WORK]))).toEqual(["$0.31 of $8.00"]);
  expect(capsInWords(storyOf(BUILD_JOURNAL, [AT_WORK]))).toEqual(["$0.31 of $5.00"]);
});

test("tells of a window without a plan why", () => {
  const [started, ...others] = BUILD_JOURNAL;
  const planned = others.find(({ type }) => type === "window_planned");
  if (started === undefined || planned?.type !== "window_planned") throw new Error("no window");
  const failed = { ...planned, orders: [], verdict: "FAIL", exit_code: 2, faults: ["no orders"] } as const;
  expect(storyOf([started, failed]).changes).toEqual([
    { window: 1, what: "no valid plan (exit 2)", why: ["no orders"] },
  ]);
});

test.each([
  [{ usd: 20 }, { cost_usd: 0.36, lost_calls: 1, answers: 2 }, "at least $0.36 of $20.00, 2 answers"],
  [{ usd: 20, minutes: 90 }, {}, "$0.00 of $20.00, 90 minutes at most"],
  [{ usd: 20 }, { answers: 1, unpriced: 1 }, "cost unknown of $20.00, 1 answer"],
  [{ tokens: 2_000_000 }, { cost_usd: 0.36, answers: 2 }, "2.0M tokens at most, 2 answers, $0.36"],
])("tells what was taken of a budget first, and its caps: %j", (budget, spent: Partial<typeof NO_SPENDING>, words) => {
  const spending = { ...NO_SPENDING, ...spent, unknown: spent.answers ?? 0 };
  const said = spentOfBudget({ spending, config: { settings: { budget } } }).filter((each) => !/ in, |lost/.test(each));
  expect(said.join(", ")).toBe(words);
});
