import type { FailureBrief } from "@llmch/contract";
import { attemptCount, type NextCommand, type OrderStory, type ScheduleStory } from "@llmch/story";
import type { OrderMark } from "@llmch/story/graph";
import { counted, type JsonValue } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { changesSection } from "./changes.ts";
import { factoryFacts } from "./factory-facts.ts";
import { graphSection } from "./graph-section.ts";
import type { Head, RunPage } from "./head.ts";
import { longText, verbatim } from "./long-text.ts";
import { isBad } from "./mark.ts";
import { orderView } from "./order.ts";
import { isForPerson, ordersOf, type ShownOrder } from "./orders.ts";
import { ordersTable } from "./orders-section.ts";
import { recordSection } from "./record.ts";
import { timelineOfAttempts, timelineOfOrders } from "./timeline.ts";

/** What the page says first about a run that did not pass. */
export interface ToldFirst {
  /** What failed, in the lines with which every view of a run reports it. */
  readonly told: (brief: FailureBrief) => readonly string[];
  /** The names of the failed tests; empty if nothing names them. */
  readonly failing?: (brief: FailureBrief) => readonly string[];
  /** The commands that come next. */
  readonly next?: readonly NextCommand[];
  /** How a run of a build's step is named; by default by the command that reports it. */
  readonly linkTo?: (run: string) => Markup;
}

/** The page of a run-all, or of one order's run. */
export const factoryPage = (story: ScheduleStory | OrderStory, first: ToldFirst): RunPage => {
  const orders = ordersOf(story);
  const isSchedule = story.kind === "run-all";
  const passed = orders.filter(({ standing }) => standing === "passed").length;
  const skipped = orders.filter(({ standing }) => standing === "skipped").length;
  const attempts = orders.reduce((sum, { story: own }) => sum + attemptCount(own?.attempts ?? []), 0);
  const faults = (isSchedule ? orders : []).reduce(
    (sum, { story: own }) => sum + (own?.faults.length ?? 0),
    story.faults.length,
  );
  const [only] = orders;
  const head: Head = {
    kind: isSchedule ? "llmch run-all" : "llmch run",
    title: isSchedule
      ? `${passed} of ${counted(orders.length - skipped, "order")} passed`
      : html`${only?.id ?? ""} ${longText(only?.title ?? "", null)}`,
    figure: ["Attempts", String(attempts)],
    facts: factoryFacts(story, orders),
    notes: stoppedBy(orders, isSchedule, first) ?? (isSchedule ? failedAsWhole(story, first) : null),
    faults,
  };
  const documents = orders.flatMap(({ raw }): readonly JsonValue[] => (raw === null ? [] : [raw]));
  const graph = graphSection(documents, marksOf(orders));
  const timeline = isSchedule ? timelineOfOrders(orders) : only !== undefined && timelineOfAttempts(only);
  const table = isSchedule && ordersTable(orders);
  const main = html`
${graph}
${timeline}
${changesSection(story, first.next ?? [])}
<section id="orders" aria-labelledby="orders-name">
<h2 id="orders-name">${isSchedule ? "Orders" : "Order"}</h2>
${table}
${orders.map((order) => orderView(order, !isSchedule))}
</section>
${recordSection(story)}`;
  return { head, main };
};

const UNENDED: ReadonlySet<ShownOrder["standing"]> = new Set(["stopped", "interrupted"]);

/** The usual one of the commands that come next. */
export const goOnWith = ([first]: readonly NextCommand[]): Markup | null =>
  first === undefined ? null : html`<p>Go on with <code>${first.command}</code></p>`;

/** Where a run stopped and why, with a link to the place, the tests that failed there, and the command that resumes the run. */
const stoppedBy = (
  orders: readonly ShownOrder[],
  isSchedule: boolean,
  { told, failing = () => [], next = [] }: ToldFirst,
): Markup | null => {
  const failed = orders.find((order) => isBad(order.standing) || UNENDED.has(order.standing) || isForPerson(order));
  if (failed === undefined) return null;
  const { anchor, id, title, story, standing } = failed;
  const isForYou = isForPerson(failed);
  const word = isForYou ? "Waiting" : standing === "interrupted" ? "Interrupted" : "Stopped";
  const brief = story?.attempts.findLast(({ brief }) => brief !== null)?.brief ?? null;
  const tests = brief === null ? [] : failing(brief);
  const after = story === null ? "" : ` after ${counted(attemptCount(story.attempts), "attempt")}`;
  return html`<p class="callout ${isForYou ? "warn" : "bad"}">${isSchedule ? html`<strong>${word} at <a href="#${anchor}">${id}</a></strong> ${longText(title, null)}` : html`<strong>${word}</strong>`}${after}${brief === null ? "." : html`: <strong>${brief.stage}</strong>${brief.command !== null && html` in <code>${longText(brief.command, null)}</code>`}.`}${tests.length > 0 && html`</p><p><strong>Failing:</strong> ${tests.map((test, index) => html`${index > 0 && "; "}<code>${longText(test, null)}</code>`)}`}</p>${goOnWith(next)}${brief !== null && verbatim(told(brief).join("\n"), null)}`;
};

/** Why a plan failed as a whole. */
const failedAsWhole = ({ verdict, whole = null }: ScheduleStory, { told, next = [] }: ToldFirst): Markup | null =>
  verdict !== "FAIL" || whole === null
    ? null
    : html`<p class="callout bad"><strong>The whole</strong>: <strong>${whole.stage}</strong>${whole.command !== null && html` in <code>${longText(whole.command, null)}</code>`}.</p>${whole.bisect !== undefined && html`<p>Find the commit with <code>${longText(whole.bisect, null)}</code></p>`}${goOnWith(next)}${verbatim(told(whole).join("\n"), null)}`;

const marksOf = (orders: readonly ShownOrder[]): ReadonlyMap<string, OrderMark> =>
  new Map(orders.map(({ id, standing }) => [id, MARKS.find((each) => each === standing) ?? "running"]));
const MARKS = ["passed", "failed", "error", "skipped", "waiting"] as const;
