import {
  diffInWords,
  durationInWords,
  lastBrief,
  notPassedInWords,
  type OrderStory,
  type RunSummary,
  type ScheduledOrder,
  type ScheduleStory,
  spentTogether,
  stoppedOrder,
  wholeEnded,
} from "@llmch/story";
import { counted, EXIT, evidenceInWords, isJsonObject, member, printable } from "@llmch/text";
import type { Colors } from "../console/paint.ts";
import { refusalLines } from "./attempt-view.ts";
import { closingLines, evidenceLines, factLines, verdictLine } from "./head-lines.ts";
import { branchLines } from "./order-view.ts";
import { indented, labelled, type Page, wrapped } from "./page.ts";

type SummaryOf = (runId: string) => RunSummary;

/** The story of a run-all: its orders, one per line. The story of the one that it stopped at follows. */
export const scheduleLines = (story: ScheduleStory, summaryOf: SummaryOf, page: Page): readonly string[] => {
  // If the run was killed, no process is working on the order.
  const words = story.orders.map((order) => wordOf(order, story.is_running));
  const width = Math.max(0, ...words.map((word) => word.length));
  const spending = spentTogether([
    ...(story.design === undefined ? [] : [story.design.spending]),
    ...story.orders.flatMap(({ run }) => (run === null ? [] : [summaryOf(run).spending])),
  ]);
  return [
    verdictLine(story, scheduleEnding(story), page),
    ...factLines({ ...story, spending }, page),
    ...branchLines(story, page),
    ...evidenceLines(story.evidence, page),
    ...(story.diff === undefined ? [] : labelled("changed", diffInWords(story.diff), page)),
    ...labelled("folder", story.directory, page),
    "",
    ...story.orders.flatMap((order, index) => rowLines(order, (words[index] ?? "").padEnd(width), summaryOf, page)),
    ...(story.whole === null ? labelled("whole", "what holds once all orders have landed holds", page) : []),
    ...(story.whole == null ? [] : ["", ...refusalLines(story.whole, `llmch show ${story.run_id} --verbose`, page)]),
    "",
    ...closingLines(story, page),
  ];
};

const wordOf = ({ state, story }: ScheduledOrder, isRunning: boolean): string => {
  if (state === "running" && !isRunning) return "left";
  if (state === "waiting" && isForPerson(story)) return WAITS;
  if (state !== "error") return state;
  return story?.exit_code === EXIT.interrupted ? "interrupted" : state;
};

const WAITS = "waits for you";

const isForPerson = (story: OrderStory | null): boolean => story?.exit_code === EXIT.waiting;

/** An order in a line; in several below each other if it is too wide for one. */
const rowLines = (
  { order, state, run, work_order, story }: ScheduledOrder,
  word: string,
  summaryOf: SummaryOf,
  { colors, width, measure }: Page,
): readonly string[] => {
  const summary = run === null ? null : summaryOf(run);
  const named = summary?.title ?? (isJsonObject(work_order) ? member(work_order, "title") : null);
  const title = printable(typeof named === "string" ? named : "");
  const ending = summary === null ? "" : told(summary, story);
  const indent = measure.width(`  ${word}  ${printable(order)}  `);
  const isWide = indent + measure.width(`${title}  ${ending}`) > width;
  const [first = "", ...more] = isWide ? wrapped(title, width - indent, measure) : [title];
  const below = isWide ? [...more, colors.dim(ending)] : [];
  return [
    `  ${paintOf(word.startsWith(WAITS) ? "running" : state, colors)(word)}  ${printable(order)}  ${first}${isWide ? "" : `  ${colors.dim(ending)}`}`.trimEnd(),
    ...indented(below, " ".repeat(indent)),
  ];
};

const told = ({ attempts, duration_ms, commit, evidence }: RunSummary, story: OrderStory | null): string => {
  const stages = (story?.attempts ?? []).flatMap(({ ending, brief }) =>
    ending === "failed" && brief !== null ? [brief.stage] : [],
  );
  const failed = stages.length === attempts ? "" : `, ${stages.length}`;
  const made = `${counted(attempts, "attempt")}${stages.length === 0 ? "" : `${failed} failed (${[...new Set(stages)].join(", ")})`}`;
  return [
    made,
    ...(duration_ms === null ? [] : [durationInWords(duration_ms)]),
    ...(commit === null ? [] : [commit.slice(0, 10)]),
    ...(evidence === null ? [] : [evidenceInWords(evidence)]),
  ].join(", ");
};

const paintOf = (state: ScheduledOrder["state"], colors: Colors): ((text: string) => string) => {
  switch (state) {
    case "passed":
      return colors.green;
    case "failed":
    case "error":
      return colors.red;
    case "running":
      return colors.yellow;
    default:
      return colors.dim;
  }
};

/** How it ended: how many orders passed, and which did not, or in its own words the one that is told; or where it is, or was left. */
export const scheduleEnding = (story: ScheduleStory, told: string | null = null): string => {
  const { orders, verdict } = story;
  const count = (state: ScheduledOrder["state"]) => orders.filter((order) => order.state === state).length;
  const skipped = count("skipped");
  const ended = orders.flatMap(({ order, state, story: own }) =>
    state === "failed" || state === "error" || isForPerson(own)
      ? [{ order, exitCode: own?.exit_code ?? null, stage: (own === null ? undefined : lastBrief(own)?.stage) ?? null }]
      : [],
  );
  const whole = verdict === "FAIL" && story.whole != null ? [wholeEnded(story.whole)] : [];
  const at = verdict === null ? (stoppedOrder(story)?.order ?? null) : null;
  const place = at === null ? "" : `${story.is_running ? "now at" : "stopped at"} ${at}`;
  const why =
    told ?? [notPassedInWords([...ended, ...whole], story.needs), place].filter((part) => part !== "").join(", ");
  const before = skipped === 0 ? "" : ` (${skipped} done before)`;
  const passed = verdict === "PASS" ? "" : " passed";
  const done = `${count("passed") + skipped} of ${counted(orders.length, "order")}${passed}${before}`;
  return why === "" ? done : printable(`${done}; ${why}`);
};
