import { EVENT_FORMAT, type EventBody, type ReviewedBy } from "@llmch/contract";
import { BUILD_JOURNAL, recordedJournal, runNumbered } from "@llmch/testkit";
import { expect, test } from "vitest";
import { readStory } from "./read-story.ts";
import { reviewedInWords } from "./reviewed.ts";

const config = {} as Extract<EventBody, { type: "order_started" }>["config"];
const [RUN_ALL, FIRST, SECOND] = [runNumbered(1), runNumbered(2), runNumbered(3)];

const started = (order: string): EventBody => ({
  ...{
    type: "order_started",
    format: EVENT_FORMAT,
    order,
    title: "Do it",
    work_order_sha256: "",
    branch: "b",
    baseline: "c",
  },
  ...{ model: "author", schedule: RUN_ALL, config },
});

const reviewed = (
  attempt: number,
  round: number,
  standing: "blocks" | "kept",
  fault?: string,
): readonly EventBody[] => [
  {
    ...{ type: "model_answered", key: `WO-01/attempt-${attempt}${round === 0 ? "" : `/review-${round}`}`, usage: null },
    ...{ duration_ms: 1, model: "gpt-5.2-2026", asked_model: "gpt-5.2" },
  },
  {
    ...{ type: "reviewed", attempt, round, blocks: standing === "blocks" ? 1 : 0 },
    notes: [{ severity: "major", path: null, line: null, claim: "No.", standing }],
    ...(fault === undefined ? {} : { fault }),
  },
];

const attempt = (number: number): EventBody => ({ type: "attempt_started", attempt: number, max_attempts: 5 });

const decided = (order: string, decision: "approve" | "reject"): readonly EventBody[] => [
  { type: "decision_needed", id: order, of: "orders", sha256: `${order} ${decision}`, what: "It passed its gates." },
  {
    ...{ type: "decided", id: order, of: "orders", sha256: `${order} ${decision}`, decision, text: null },
    ...{ by: { user: "ann", through: "page", client: null }, at: "2026-11-22T06:51:25.000Z" },
  },
];

const runAll = (first: readonly EventBody[], ...ofRun: readonly (readonly EventBody[])[]) => {
  const whole: readonly EventBody[] = [
    {
      ...{ type: "schedule_started", format: EVENT_FORMAT, branch: "b", baseline: "c", skipped: [], config },
      orders: [
        { order: "WO-01", sha256: "" },
        { order: "WO-02", sha256: "" },
      ],
    },
    { type: "order_run_started", order: "WO-01", run: FIRST },
    { type: "order_run_started", order: "WO-02", run: SECOND },
    ...ofRun.flat(),
  ];
  const runs = [
    recordedJournal("factory", FIRST, [started("WO-01"), ...first]),
    recordedJournal("factory", SECOND, [started("WO-02")]),
  ];
  return readStory(recordedJournal("run-all", RUN_ALL, whole), (id) => runs.find((run) => run.run_id === id) ?? null);
};

test.each<[string, ReturnType<typeof runAll>, string | null]>([
  ["nobody", runAll([attempt(1)]), null],
  ["a review that there is none of", runAll([attempt(1), ...reviewed(1, 1, "kept", "no answer")]), null],
  ["a model that sends it back", runAll([attempt(1), ...reviewed(1, 1, "blocks")]), "WO-01: gpt-5.2 (model) rejected"],
  [
    "a model that agrees to the next round",
    runAll([attempt(1), ...reviewed(1, 1, "blocks"), ...reviewed(1, 2, "kept")]),
    "WO-01: gpt-5.2 (model) approved",
  ],
  [
    "a person about each of two",
    runAll([attempt(1)], decided("WO-01", "approve"), decided("WO-02", "approve")),
    "WO-01, WO-02: ann (person) approved",
  ],
  [
    "both, the person at last",
    runAll(
      [attempt(1), ...reviewed(1, 1, "kept")],
      decided("WO-01", "reject"),
      decided("WO-01", "approve"),
      decided("WO-02", "reject"),
    ),
    "WO-01: gpt-5.2 (model) approved, ann (person) approved; WO-02: ann (person) rejected",
  ],
])("the orders of a run-all say who reviewed them: %s", (_, story, words) => {
  expect(reviewedInWords(story)).toBe(words);
});

test("the orders of a build say so as its windows ended with, which older records do not", () => {
  const by: ReviewedBy = { by: "ann", is: "person", decision: "reject" };
  const told = BUILD_JOURNAL.map((event) =>
    event.type === "window_ended"
      ? { ...event, failed: event.failed.map((each) => ({ ...each, reviewed: [by] })) }
      : event,
  );
  const wordsOf = (events: readonly EventBody[]) =>
    reviewedInWords(readStory(recordedJournal("build", RUN_ALL, events), () => null));
  expect([wordsOf(told), wordsOf(BUILD_JOURNAL)]).toEqual(["WO-04: ann (person) rejected", null]);
});
