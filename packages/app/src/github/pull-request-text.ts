import type { Caught, Examined, PlanConfig } from "@llmch/contract";
import { caughtInWords, type OrderStory, type Spending, spendingInWords } from "@llmch/story";
import {
  counted,
  examinedInWords,
  firstCharacters,
  headlineOf,
  type JsonObject,
  NO_TEST_RAN,
  printable,
  shellWord,
  textMember,
  textsMember,
  textsThatFit,
} from "@llmch/text";

/** What a pull request tells of a run. All texts are data: a model or a stranger wrote them. */
export interface PullRequestFacts {
  readonly runId: string;
  readonly branch: string;
  readonly orders: readonly PullRequestOrder[];
  /** What the planner says of the whole. */
  readonly overview: readonly string[];
  /** The spec that the plan was made from; null if it is not kept. */
  readonly spec: string | null;
  readonly source: PlanConfig["source"] | null;
  /** Whether that issue is one of the repo that the branch is pushed to. */
  readonly isHere: boolean;
  readonly spent: Spending;
  /** What the checks notice, if that was measured. */
  readonly strength: Caught | undefined;
  /** What checks from the spec found, if it was examined. */
  readonly examined: Examined | undefined;
  /** Its place, if it is one of a stack; left out if it stands alone. */
  readonly stack?: StackPlace;
}

/** The place of a pull request in a stack of them. */
interface StackPlace {
  /** `2/5` */
  readonly place: string;
  /** The commands that fetch it. */
  readonly fetching: readonly string[];
  /** All of the stack, one a line. */
  readonly list: readonly string[];
}

export interface PullRequestOrder {
  readonly order: string;
  readonly document: JsonObject;
  /** Null if the history does not tell. */
  readonly commit: string | null;
  /** What it rests on, in the words of its commit. */
  readonly evidence: string;
  /** Null if this run did not begin it. */
  readonly story: OrderStory | null;
}

/** The title and the text of a pull request. */
export const pullRequestText = (facts: PullRequestFacts): { readonly title: string; readonly body: string } => ({
  title: titleOf(facts),
  body: `${sections(facts).join("\n\n")}\n`,
});

const MOST_TITLE = 120;

/** The headline of the spec; without one the title of the order, or the first of several. */
const titleOf = ({ orders, spec, stack }: PullRequestFacts): string => {
  const [first, ...more] = orders.map(({ document }) => textMember(document, "title") ?? "");
  const headline = headlineOf(spec ?? "");
  const named = firstCharacters(inTitle(headline || first || "Work orders"), MOST_TITLE);
  const whole = headline !== "" || more.length === 0 ? named : `${named} (and ${counted(more.length, "more order")})`;
  return stack === undefined ? whole : `[${stack.place}] ${whole}`;
};

const sections = (facts: PullRequestFacts): readonly string[] => {
  const { runId, branch, orders, overview, source, isHere, spent, strength, examined, stack } = facts;
  const sentences = orders.flatMap(({ order, document }) =>
    textsMember(document, "fulfils").map((text) => `- ${code(text)} (${order})`),
  );
  const spending = spendingInWords(spent);
  return [
    `## What and why\n\n${stack === undefined ? `${counted(orders.length, "work order")}, each a commit of its own` : `${stack.place} of a stack: a commit each, based on the one before`}${fromWhere(source)}.`,
    ...(source != null && isHere ? [`Closes #${source.number}`] : []),
    ...(overview.length === 0 ? [] : [quoted(overview)]),
    `## Orders\n\n${TABLE_HEAD}\n${fitting(orders.map(rowOf), 25_000, (said) => `| … | ${said} | | | |`).join("\n")}`,
    ...(strength === undefined ? [] : [`${caughtInWords(strength)} by the checks (\`llmch strength\`).`]),
    ...(examined === undefined
      ? []
      : [`Checks from the specification, by an examiner who never saw the code: ${examinedInWords(examined)}.`]),
    ...(sentences.length === 0
      ? []
      : [`## What of the spec they fulfil\n\n${fitting(sentences, 20_000, (said) => `- ${said}`).join("\n")}`]),
    `## Cost\n\n${spending.length === 0 ? "No model was asked." : `${spending.join(", ")}.`}`,
    `## How to verify\n\n${verifying(facts)}\n\nThe run is ${code(runId)}; \`llmch audit ${runId}\` compares ${code(branch)} with its record, where that is kept.`,
    ...(stack === undefined
      ? []
      : [`## The stack\n\n${fitting(stack.list, 10_000, (said) => `- ${said}`).join("\n")}`]),
  ];
};

const fromWhere = (source: PullRequestFacts["source"]): string => {
  if (source == null) return "";
  const isPlain = /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/issues\/\d+$/.test(source.url);
  return `, planned from ${isPlain ? source.url : code(source.url)}`;
};

const TABLE_HEAD = "| order | what | of the spec | evidence | commit |\n| --- | --- | --- | --- | --- |";

const rowOf = ({ order, document, commit, evidence }: PullRequestOrder): string => {
  const title = code(textMember(document, "title") ?? "");
  const fulfils = textsMember(document, "fulfils").length;
  const cells = [
    title,
    fulfils === 0 ? "" : counted(fulfils, "sentence"),
    harmless(evidence).replace(NO_TEST_RAN, "**$&**"),
    commit?.slice(0, 10) ?? "",
  ];
  return `| ${[printable(order), ...cells.map((cell) => cell.replaceAll("|", "\\|"))].join(" | ")} |`;
};

/** The commands that verified the last order, as the record has them; in a stack, what accepted it too. */
const verifying = ({ branch, orders, stack }: PullRequestFacts): string => {
  const last = orders.findLast(({ story }) => story !== null)?.story?.attempts.at(-1);
  const ran = new Set(last?.commands.flatMap(({ phase, command }) => (phase === "verify" ? [printable(command)] : [])));
  if (stack === undefined) return quoted([`git switch ${shellWord(branch)}`, ...ran]);
  const accepting = orders.flatMap(({ document }) => textsMember(document, "acceptance_commands"));
  return quoted([...stack.fetching, ...new Set([...accepting, ...ran])]);
};

/** The lines that have room, and how many have not: GitHub takes a text of 65,536 characters. */
const fitting = (
  lines: readonly string[],
  most: number,
  line: (said: string) => string = String,
): readonly string[] => {
  const texts = lines.map((text) => ({ text }));
  const kept = textsThatFit(texts, most).map(({ text }) => text);
  const left = lines.length - kept.length;
  return left === 0 ? lines : [...kept, line(`… and ${left} more, left out for the length`)];
};

/**
 * A foreign text as one line that pings nobody and closes nothing, also where a forge reads it as plain text: a squashed commit takes over
 * title and text. An invisible character stands inside of what would be a mention, a reference or an address.
 */
const harmless = (text: string): string => printable(text).replace(/@|#(?=\d)|\bGH(?=-\d)|:\/(?=\/)/gi, `$&${JOINER}`);
const JOINER = "\u2060";

/** The same without what a forge would read as more than text: a terminal shows no invisible character, so a copied one would be lost. */
const inTitle = (text: string): string =>
  printable(text)
    .replace(/@|#(?=\d)|(?<=\bGH)-(?=\d)|(?<=:)\/\//gi, " ")
    .replace(/\s+/g, " ")
    .trim() || "Work orders";

/** The same as code, in which a forge reads no mark-up. */
export const code = (text: string): string => {
  const line = harmless(text) || " ";
  const fence = "`".repeat(longest(line, /`+/g) + 1);
  return /^`|`$/.test(line) ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
};

const quoted = (lines: readonly string[]): string => {
  const text = fitting(lines.map(harmless), 8_000).join("\n");
  const fence = "~".repeat(Math.max(3, longest(text, /~+/g) + 1));
  return `${fence}text\n${text}\n${fence}`;
};

const longest = (text: string, runs: RegExp): number =>
  Math.max(0, ...[...text.matchAll(runs)].map(([run]) => run.length));
