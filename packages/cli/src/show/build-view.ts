import {
  type BuildStory,
  buildInWords,
  buildName,
  buildStop,
  commandEnd,
  costInWords,
  knownCost,
  type Spending,
  specPlace,
  spentOfBudget,
  type WindowOrder,
  type WindowStory,
} from "@llmch/story";
import { printable } from "@llmch/text";
import type { Colors } from "../console/paint.ts";
import { closingLines, evidenceLines, factLines, verdictLine } from "./head-lines.ts";
import { branchLines } from "./order-view.ts";
import { indented, labelled, type Page } from "./page.ts";

const CHANGE_LINES = 30;
/** The most milestones of a state, and the most orders, that a short view names; of orders more if it has no milestones. */
const MOST_NAMED = 2;
const MOST_ORDERS = 6;
const MOST_WITHOUT = 14;

/** The story of a build: its milestones, the last window below the current one, and what changed its way. */
export const buildLines = (story: BuildStory, page: Page): readonly string[] => {
  const { spec, notes, verdict, continues } = story;
  return [
    verdictLine(story, buildEnding(story), page),
    ...(spec === null ? [] : labelled("spec", specPlace(spec), page)),
    ...(continues === null ? [] : labelled("after", `${continues}, whose scope, numbers and branch it takes`, page)),
    ...factLines(story, page),
    ...branchLines(story, page),
    ...evidenceLines(story.evidence, page),
    ...labelled("folder", story.directory, page),
    "",
    ...milestoneLines(story, page, false),
    ...story.needs.flatMap(({ id, shown = "" }) =>
      shown === "" || story.decisions?.some((each) => each.id === id && each.decided === null) === true
        ? []
        : labelled("waits", shown, { ...page, whole: true }),
    ),
    ...(story.bound === null ? [] : labelled("hint", story.bound.hint, page)),
    ...changeLines(story, page),
    ...(notes.length === 0 || verdict === "PASS"
      ? []
      : ["", ...labelled("notes", notes.join("\n"), { ...page, whole: true })]),
    ...closingLines(story, page),
  ];
};

/** What changed its way and why, the latest whole. */
const changeLines = ({ changes, run_id }: BuildStory, page: Page): readonly string[] => {
  const { colors, whole, width } = page;
  const lines = changes.flatMap(({ window, what, why }) => [
    ...labelled("", `window ${window}: ${what}`, page),
    ...why.flatMap((reason) => indented(labelled("", reason, { ...page, width: width - 2 }), "  ")),
  ]);
  const left = whole || lines.length <= CHANGE_LINES ? 0 : lines.length - CHANGE_LINES;
  const before =
    left === 0 ? [] : labelled("", colors.dim(`… ${left} lines before: llmch show ${run_id} --verbose`), page);
  return lines.length === 0 ? [] : ["", colors.bold("  what changed"), ...before, ...lines.slice(left)];
};

/** Where a build stands, in at most 20 lines: `--status`. */
export const statusLines = (story: BuildStory, next: readonly string[], page: Page): readonly string[] => [
  verdictLine(story, buildEnding(story), page),
  ...milestoneLines(story, page, true),
  ...(story.milestones.length === 0 ? [] : story.needs.flatMap(({ shown = "" }) => shown.split("\n")))
    .slice(0, MOST_ORDERS)
    .flatMap((line) => labelled("", line, page, 1)),
  ...labelled("spent", spentOfBudget(story).join(", "), page),
  ...(story.bound === null ? [] : labelled("hint", story.bound.hint, page, 2)),
  ...next
    .slice(0, 3)
    .flatMap((command, index) => `  ${page.colors.dim((index === 0 ? "next" : "").padEnd(9))}${command}`),
];

/** `shop.txt: 2 of 3 milestones, 7 orders, 4 windows; assessment-02 waits for you: …` */
export const buildEnding = (story: BuildStory): string => {
  const why = buildStop(story);
  return `${buildName(story)}: ${buildInWords(story)}${why === "" ? "" : `; ${printable(why)}`}`;
};

/** The milestones, each with its cost, and the last window; of a build without a scope that alone. */
const milestoneLines = (story: BuildStory, page: Page, isShort: boolean): readonly string[] => {
  const { milestones, windows, verdict } = story;
  const { green, cyan, dim } = page.colors;
  const paint = { done: green, current: cyan, next: dim };
  const of = (state: "done" | "current" | "next") => milestones.filter((each) => each.state === state);
  const [done, next] = [of("done"), of("next")];
  // Leaving one out would save no line.
  const beyond = (count: number) => (isShort && count > MOST_NAMED + 1 ? count - MOST_NAMED : 0);
  const [left, more] = [beyond(done.length), beyond(next.length)];
  const row = ({ id, outcome, state, failing, spending }: BuildStory["milestones"][number]) => [
    ...labelled(
      state,
      `${id}  ${costOf(spending)}${outcome}`,
      { ...page, colors: { ...page.colors, dim: paint[state] } },
      isShort ? 1 : 4,
    ),
    ...failing
      .slice(0, isShort ? 1 : failing.length)
      .flatMap((command) => labelled("", `fails: ${isShort ? commandEnd(command) : command}`, page, isShort ? 2 : 4)),
  ];
  const mostOrders = milestones.length === 0 ? MOST_WITHOUT : MOST_ORDERS;
  const last = verdict === "PASS" && milestones.length > 0 ? undefined : windows.at(-1);
  return [
    ...(left === 0 ? [] : labelled("done", `${left} before`, page)),
    ...done.slice(left).flatMap(row),
    ...of("current").flatMap(row),
    ...(last === undefined ? [] : windowLines(last, page, isShort ? mostOrders : last.orders.length)),
    ...next.slice(0, next.length - more).flatMap(row),
    ...(more === 0 ? [] : labelled("", `… ${more} more`, page)),
  ];
};

const costOf = (spending: Spending): string => (knownCost(spending) === null ? "" : `${costInWords(spending)}  `);

const windowLines = (
  { window, orders, abort, run, verdict }: WindowStory,
  page: Page,
  most: number,
): readonly string[] => {
  const { colors, width, measure } = page;
  const doing = run === null && verdict === null && orders.length === 0 ? ", being planned" : "";
  const given = abort === null ? "" : `, gives ${abort.order} up`;
  const shown = orders.slice(0, most);
  const rows = shown.map(({ id, title, state, commit, stage }) => {
    const text = printable(
      `${state.padEnd(7)}  ${id}  ${title}${commit === null ? "" : `  ${commit.slice(0, 10)}`}${stage === null ? "" : `  ${stage}`}`,
    );
    return measure.width(text) > width - 13 ? measure.cut(text, width - 13) : text;
  });
  return indented(
    [
      colors.dim(
        `window ${window}${doing}${given}${orders.length === shown.length ? "" : `, ${orders.length} orders, the first ${shown.length}`}`,
      ),
      ...rows.map(
        (text, index) => `  ${paintOf(shown[index]?.state ?? "planned", colors)(text.slice(0, 7))}${text.slice(7)}`,
      ),
    ],
    " ".repeat(11),
  );
};

const paintOf = (state: WindowOrder["state"], { green, red, yellow, dim }: Colors) =>
  ({ landed: green, failed: red, running: yellow, planned: dim, left: dim })[state];
