import { EVENT_FORMAT, type EventBody, JOURNAL_START, type RunEvent, type RunKind, sealLine } from "@llmch/contract";
import { accepted, rejected } from "@llmch/text";

type EventOf<Type extends EventBody["type"]> = Extract<EventBody, { readonly type: Type }>;

const NOON = Date.parse("2026-01-01T12:00:00.000Z");

/** The id of a run that is told apart by its number. */
export const runNumbered = (number: number): string => `01M8D2KD2FHPDM1QH331JRSC${String(number).padStart(2, "0")}`;

/** Events of one run, a second apart. */
export const eventsOfRun = (run_id: string, bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, ts: new Date(NOON + seq * 1000).toISOString(), run_id }));

/** The same as the text of a journal. */
export const journalText = (events: readonly RunEvent[]): string => {
  let before = JOURNAL_START;
  return events
    .map((event) => {
      const { line, checksum } = sealLine(JSON.stringify(event), before);
      before = checksum;
      return `${line}\n`;
    })
    .join("");
};

/** A run's folder that holds its journal, and these files. */
export const recordedJournal = (
  kind: RunKind,
  run_id: string,
  bodies: readonly EventBody[],
  others: Readonly<Record<string, string>> = {},
) => {
  const files: Readonly<Record<string, string>> = {
    "events.jsonl": journalText(eventsOfRun(run_id, bodies)),
    ...others,
  };
  return {
    ...{ kind, run_id, directory: `/demo/artifacts/${kind}/${run_id}`, is_running: true },
    ...{ files: Object.keys(files), others: [] },
    read: (name: string) => {
      const text = files[name];
      return text === undefined ? rejected("it is missing") : accepted({ text, left_out: 0 });
    },
  };
};

const spent = (cost_usd: number): EventOf<"window_planned">["spent"] => ({
  ...{ answers: 1, input_tokens: 1000, cached_tokens: 0, output_tokens: 100, reasoning_tokens: 0, cost_usd },
  ...{ unknown_usage: 0, unknown_cost: 0, lost_calls: 0, from_record: 0 },
});

const MILESTONES = [
  { id: "M1", outcome: "A user can add an article to the stock and see it in the list." },
  { id: "M2", outcome: "A user can sell an article, and the stock becomes less." },
  { id: "M3", outcome: "A user can print what was sold on a day." },
];
const TITLES = [
  "Keep articles",
  "List articles",
  "Count the stock",
  "Sell an article",
  "Refuse what is not there",
  "Sell by name",
];

const planned = (
  window: number,
  milestone: string,
  orders: readonly number[],
  more: Partial<EventOf<"window_planned">> = {},
): EventBody => ({
  ...{ type: "window_planned", window, milestone, run: runNumbered(10 * window), verdict: "PASS", exit_code: 0 },
  orders: orders.map((order) => ({ id: `WO-0${order}`, title: TITLES[order - 1] ?? "" })),
  ...{ completes: false, notes: [], changes: [], abort: null, spent: spent(0.02) },
  ...more,
});

const ended = (window: number, landed: readonly number[], more: Partial<EventOf<"window_ended">> = {}): EventBody => ({
  ...{ type: "window_ended", window, run: runNumbered(10 * window + 1), verdict: "PASS", exit_code: 0 },
  landed: landed.map((order) => ({ order: `WO-0${order}`, commit: `${order}`.repeat(40) })),
  ...{ failed: [], left: [], branch: "llmch/shop-jrscqb", tip: `${landed.at(-1) ?? 0}`.repeat(40), spent: spent(0.1) },
  ...more,
});

const begun = (step: "plan" | "run-all", window: number): EventBody => ({
  ...{ type: "build_step_started", step, window, run: runNumbered(10 * window + (step === "plan" ? 0 : 1)) },
});

const answered = (key: string): readonly EventBody[] => [
  { type: "model_asked", key },
  {
    ...{ type: "model_answered", key, duration_ms: 1, model: "m", cost_usd: 0.01 },
    usage: { input_tokens: 500, output_tokens: 50, cached_tokens: 0 },
  },
];

/**
 * The journal of a build up to its fourth window: the first milestone is reached, an order of the second failed and was planned again, the
 * milestones after it changed.
 */
export const BUILD_JOURNAL: readonly EventBody[] = [
  {
    ...{ type: "build_started", format: EVENT_FORMAT, spec: "shop.txt", spec_sha256: "", scoped: true },
    baseline: "302e975ee0302e975ee0302e975ee0302e975ee0",
    config: {
      ...{ spec: "/specs/shop.txt", repo: "/repo", scope: "auto", approve: [], pr: false, replay: null },
      ...{
        branch: null,
        create_branch: false,
        reuse_branch: false,
        commit_hash: null,
        max_attempts: 3,
        llm_model: "m",
      },
      ...{ llm_temperature: null, timeout_seconds: 60, allow_verify_exempt: false, allow_empty: false, push: false },
      ...{ allow_dirty: false, allow_stale: false, stop_on_repeat: true, sandbox: "auto", allow_network: false },
      ...{ replay_strict: false, settings: { budget: { usd: 5 } } },
    },
  },
  ...answered("scope/attempt-1"),
  { type: "scope_taken", sha256: "", by: "model", milestones: MILESTONES },
  begun("plan", 1),
  planned(1, "M1", [1, 2], { notes: ["the list prints to stdout"], completes: true }),
  begun("run-all", 1),
  ended(1, [1, 2]),
  { type: "milestones_judged", tip: "2".repeat(40), milestones: [{ id: "M1", failing: [] }] },
  ...answered("window-01/examination/attempt-1"),
  {
    ...{ type: "examined", examination: 1, milestone: "M1", tip: "2".repeat(40) },
    ...{ examined: { passed: 12, of: 12 }, findings: [] },
  },
  { type: "milestone_reached", milestone: "M1", tip: "2".repeat(40) },
  begun("plan", 2),
  planned(2, "M2", [3, 4, 5], {
    notes: ["prices are whole cents"],
    changes: [
      { before: "the list prints to stdout", now: null, why: "WO-03 reads the file itself" },
      { before: null, now: "prices are whole cents", why: "the spec says so" },
    ],
  }),
  begun("run-all", 2),
  ended(2, [3], {
    ...{ verdict: "FAIL", exit_code: 1, left: ["WO-05"] },
    failed: [{ order: "WO-04", stage: "acceptance_failed", why: "sell.js: no such article" }],
  }),
  begun("plan", 3),
  planned(3, "M2", [], {
    abort: { order: "WO-04", reason: "Articles have no number to sell by.", cites: ["WO-03"] },
    notes: ["prices are whole cents"],
  }),
  {
    ...{ type: "milestones_judged", tip: "3".repeat(40) },
    milestones: [
      { id: "M1", failing: [] },
      { id: "M2", failing: ["node shop.js sell apple 1"] },
    ],
  },
  ...answered("window-03/assessment/attempt-1"),
  {
    ...{ type: "assessed", assessment: 1, window: 3, milestone: "M2", verdict: "rescope" },
    reasons: [{ text: "Sales need names, not numbers.", cites: ["WO-03", "WO-04"] }],
  },
  {
    ...{ type: "scope_taken", sha256: "", by: "assessment" },
    changes: [
      "- M2 A user can sell an article, and the stock becomes less.",
      "+ M2 A user can sell an article by its name, and the stock becomes less.",
    ],
    milestones: [
      ...MILESTONES.slice(0, 1),
      { id: "M2", outcome: "A user can sell an article by its name, and the stock becomes less." },
      ...MILESTONES.slice(2),
    ],
  },
  begun("plan", 4),
  planned(4, "M2", [6], { notes: ["prices are whole cents"] }),
  begun("run-all", 4),
];

/** The run-all of its fourth window, whose one order is being carried out. */
export const WINDOW_JOURNAL = (config: EventOf<"schedule_started">["config"]): readonly EventBody[] => [
  {
    ...{ type: "schedule_started", format: EVENT_FORMAT, branch: "llmch/shop-jrscqb", baseline: "3".repeat(40) },
    ...{ orders: [{ order: "WO-06", sha256: "" }], skipped: [], config },
  },
  { type: "order_run_started", order: "WO-06", run: runNumbered(90) },
];
