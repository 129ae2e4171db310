import { dollarsInWords, isJsonObject, numberMember, objectMember, printable } from "@llmch/app/drawing";
import {
  type BuildStory,
  buildInWords,
  buildStop,
  costInWords,
  knownCost,
  type Spending,
  specName,
  type WindowOrder,
  type WindowStory,
} from "@llmch/story";
import type { Colors } from "../console/paint.ts";
import { closingLines, factLines, verdictLine } from "./head-lines.ts";
import { branchLines } from "./order-view.ts";
import { folded, indented, labelled, type Page } from "./page.ts";

const CHANGE_LINES = 30;
/** The most milestones of a state, and the most orders, that a short view names. */
const MOST_NAMED = 3;
const MOST_ORDERS = 6;

/** The story of a build: its milestones, the last window below the current one, and what changed its way. */
export const buildLines = (story: BuildStory, page: Page): readonly string[] => {
  const changes = story.changes.flatMap(({ window, what, why }) =>
    labelled("", [`window ${window}: ${what}`, ...why.map((line) => `  ${line}`)].join("\n"), page),
  );
  return [
    verdictLine(story, buildEnding(story), page),
    ...(story.spec === null ? [] : labelled("spec", story.spec, page)),
    ...factLines(story, page),
    ...branchLines(story, page),
    ...labelled("folder", story.directory, page),
    "",
    ...milestoneLines(story, page),
    ...(changes.length === 0 ? [] : ["", page.colors.bold("  what changed")]),
    ...folded(changes, CHANGE_LINES, `llmch show ${story.run_id} --verbose`, page),
    ...(story.notes.length === 0 ? [] : ["", ...labelled("notes", story.notes.join("\n"), page, story.notes.length)]),
    ...closingLines(story, page),
  ];
};

/** Where a build stands, in at most 20 lines: `--status`. */
export const statusLines = (story: BuildStory, next: readonly string[], page: Page): readonly string[] => [
  verdictLine(story, buildEnding(story), page),
  ...milestoneLines(story, page, MOST_NAMED),
  ...labelled("spent", spentInWords(story), page, 1),
  ...next
    .slice(0, 2)
    .flatMap((command, index) => `  ${page.colors.dim((index === 0 ? "next" : "").padEnd(9))}${command}`),
];

/** `shop.txt: 2 of 3 milestones, 7 orders, 4 windows; assessment-02 waits for you: …` */
export const buildEnding = (story: BuildStory): string => {
  const why = buildStop(story);
  const name = story.spec === null ? "a build" : specName(story.spec);
  return `${name}: ${buildInWords(story)}${why === "" ? "" : `; ${printable(why)}`}`;
};

/** `$0.51 of $5.00`, and without prices the tokens. */
const spentInWords = ({ spending, config }: BuildStory): string => {
  const budget = objectMember(isJsonObject(config?.settings) ? config.settings : {}, "budget");
  const cap = numberMember(budget, "usd");
  return `${costInWords(spending)}${cap === null ? "" : ` of ${dollarsInWords(cap)}`}`;
};

/** The milestones, each with its cost, and the last window; of a build without a scope that alone. */
const milestoneLines = (story: BuildStory, page: Page, most = Number.POSITIVE_INFINITY): readonly string[] => {
  const { milestones, windows, verdict } = story;
  const last = windows.at(-1);
  const window =
    last === undefined || (verdict === "PASS" && milestones.length > 0) ? [] : windowLines(last, page, most);
  const { green, cyan, dim } = page.colors;
  const paint = { done: green, current: cyan, next: dim };
  const of = (state: "done" | "current" | "next") => milestones.filter((each) => each.state === state);
  const [done, next] = [of("done"), of("next")];
  const left = Math.max(0, done.length - most);
  const rest = next.length - Math.min(most, next.length);
  const row = ({ id, outcome, state, failing, spending }: BuildStory["milestones"][number]) => [
    ...labelled(
      state,
      `${id}  ${costOf(spending)}${outcome}`,
      { ...page, colors: { ...page.colors, dim: paint[state] } },
      most === Number.POSITIVE_INFINITY ? 4 : 1,
    ),
    ...failing.slice(0, most).flatMap((command) => labelled("", `fails: ${command}`, page, 1)),
  ];
  return [
    ...(left === 0 ? [] : labelled("done", `${left} before`, page, 1)),
    ...done.slice(left).flatMap(row),
    ...of("current").flatMap(row),
    ...window,
    ...next.slice(0, next.length - rest).flatMap(row),
    ...(rest === 0 ? [] : labelled("", `… ${rest} more`, page, 1)),
  ];
};

const costOf = (spending: Spending): string => (knownCost(spending) === null ? "" : `${costInWords(spending)}  `);

const windowLines = (
  { window, orders, abort, run, verdict }: WindowStory,
  page: Page,
  most: number,
): readonly string[] => {
  const { colors, width, measure } = page;
  const doing = run === null && verdict === null ? ", being planned" : "";
  const given = abort === null ? "" : `, gives ${abort.order} up`;
  const shown = most === Number.POSITIVE_INFINITY ? orders : orders.slice(0, MOST_ORDERS);
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
