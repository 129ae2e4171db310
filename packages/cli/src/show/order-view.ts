import { driftInWords, exitInWords } from "@llmch/app";
import {
  type AttemptDiffs,
  type AttemptStory,
  attemptCount,
  type Brief,
  diffInWords,
  durationInWords,
  fileInWords,
  isOfWhole,
  lastBrief,
  type OrderStory,
  planInWords,
  type ScheduleStory,
} from "@llmch/story";
import { commandLine, counted, EXIT, isJsonObject, member, printable } from "@llmch/text";
import { adviceFor } from "./advice.ts";
import { attemptLines, refusalInWords } from "./attempt-view.ts";
import { orderDiff } from "./change-lines.ts";
import { closingLines, evidenceLines, factLines, verdictLine } from "./head-lines.ts";
import { objectionFacts } from "./objection-facts.ts";
import { indented, labelled, type Page } from "./page.ts";

/** How an order's story is shown. */
export interface OrderView {
  readonly diffs: ReadonlyMap<AttemptStory, AttemptDiffs>;
  /** The attempt that is shown alone; null for all. */
  readonly only: number | null;
  /** The command that shows a whole attempt. */
  readonly how: (attempt: number) => string;
}

/** The story of an order from its contract to its verdict. */
export const orderLines = (story: OrderStory, view: OrderView, page: Page): readonly string[] => [
  verdictLine(story, orderName(story), page),
  ...objectionLines(story, page),
  ...askedLines(story, view, page),
  ...revisionLines(story, view, page),
  ...factLines(story, page),
  ...branchLines(story, page),
  ...(story.schedule === null ? [] : labelled("part of", `the run-all ${story.schedule}`, page)),
  ...labelled("folder", story.directory, page),
  ...attemptsAndEnd(story, view, page),
];

/** The same as part of the story of a run-all, which has shown the rest. */
export const orderPart = (story: OrderStory, view: OrderView, page: Page): readonly string[] => [
  page.colors.bold(orderName(story)),
  ...objectionLines(story, page),
  ...askedLines(story, view, page),
  ...revisionLines(story, view, page),
  ...labelled("run", story.run_id, page),
  ...labelled("folder", story.directory, page),
  ...attemptsAndEnd(story, view, page),
];

/** What the model says is wrong with the order, shown before anything else. */
const objectionLines = (story: OrderStory, page: Page): readonly string[] => {
  const objection = story.verdict === "FAIL" ? lastBrief(story)?.objection : undefined;
  if (objection === undefined) return [];
  return [
    ...labelled("objects", objection.reason, page, 8),
    ...objectionFacts(objection).flatMap(([label, text]) => labelled(label, text, page)),
    ...labelled("hint", `llmch revise ${story.schedule ?? story.run_id}`, page),
  ];
};

const askedLines = (story: OrderStory, { only }: OrderView, page: Page): readonly string[] => {
  const intent = isJsonObject(story.work_order) ? member(story.work_order, "intent") : null;
  return typeof intent === "string" && only === null ? labelled("asked", intent, page) : [];
};

/** Which revision of the order was carried out, and what it changes. */
const revisionLines = (
  { revision: made, work_order }: OrderStory,
  { only }: OrderView,
  page: Page,
): readonly string[] => {
  if (made === undefined || only !== null) return [];
  const { revision, before } = made;
  const against = revision === 1 ? "the order as planned" : `revision ${revision - 1}`;
  const changes = isJsonObject(before) && isJsonObject(work_order) ? orderDiff(before, work_order, page.colors) : [];
  return [...labelled("revision", `${revision}; against ${against}:`, page), ...indented(changes, " ".repeat(11))];
};

/** The spec, the branch and the commit that it began from. */
export const branchLines = (
  { branch, baseline, plan }: Pick<OrderStory | ScheduleStory, "branch" | "baseline" | "plan">,
  page: Page,
): readonly string[] => [
  ...(plan === undefined ? [] : labelled("spec", planInWords(plan), page)),
  ...(branch === null
    ? []
    : labelled("branch", `${branch}${baseline === null ? "" : ` from ${baseline.slice(0, 10)}`}`, page)),
];

const attemptsAndEnd = (story: OrderStory, { diffs, only, how }: OrderView, page: Page): readonly string[] => {
  const attempts = story.attempts.filter(({ attempt }) => only === null || attempt === only);
  return [
    ...setupLines(story, page),
    ...baselineLines(story, page),
    ...acceptanceBeforeLines(story, page),
    ...triageLines(story, page),
    ...speculationLines(story, page),
    ...attempts.flatMap((attempt) => ["", ...attemptLines(attempt, diffs.get(attempt), how(attempt.attempt), page)]),
    "",
    ...(only === null ? commitLines(story, page) : []),
    ...adviceLines(story, page),
    ...(story.error === null
      ? []
      : labelled(story.exit_code === EXIT.waiting ? "waits" : "error", story.error, page, 6)),
    ...(story.hint === null ? [] : labelled("hint", story.hint, page)),
    ...closingLines(story, page),
  ];
};

const setupLines = ({ setup }: OrderStory, page: Page): readonly string[] => {
  if (setup === null) return [];
  const { commands, ok, cached, failed, duration_ms } = setup;
  const exit = failed === null ? "" : `${commandLine(failed.command)}: failed${exitInWords(failed)}`;
  const ending = cached
    ? "from the cache"
    : ok === false
      ? exit
      : ok === null
        ? "broken off"
        : commands.map(commandLine).join("; ");
  const time = duration_ms === null ? "" : `, ${durationInWords(duration_ms)}`;
  return labelled("setup", `${ending}${time}`, page);
};

/** The result of the repo's verification before the order. */
const baselineLines = ({ baseline_verification: baseline }: OrderStory, page: Page): readonly string[] => {
  if (baseline === null) return [];
  const { ok, source, red, flaky, duration_ms } = baseline;
  const how =
    source === "run" ? durationInWords(duration_ms) : source === "order" ? "by the order before" : "by an earlier run";
  const failed = red.map(({ command, exit_code, failures }) =>
    failures.length > 0
      ? `${failures.join(", ")} (${commandLine(command)})`
      : `${commandLine(command)}${exitInWords({ exit_code })}, without naming its tests`,
  );
  return [
    ...labelled("before", ok ? `verified, ${how}` : `failed already, ${how}: ${failed.join("; ")}`, page),
    ...(flaky.length === 0 ? [] : labelled("flaky", flaky.join(", "), page)),
  ];
};

/** Whether the acceptance could tell finished work from none. */
const acceptanceBeforeLines = ({ baseline_acceptance: tried }: OrderStory, page: Page): readonly string[] => {
  if (tried === null) return [];
  const { failed, duration_ms } = tried;
  const what =
    failed === null
      ? "passed before the work, so they prove nothing"
      : `failed before the work, as they should: ${commandLine(failed)}`;
  return labelled("checks", `${what}, ${durationInWords(duration_ms)}`, page, 1);
};

/** How complex triage says the order is. */
const triageLines = ({ triage }: OrderStory, page: Page): readonly string[] =>
  triage === null ? [] : labelled("triage", `${triage.complexity}: ${triage.reason}`, page);

/** What was done before its turn came. */
const speculationLines = ({ speculations }: OrderStory, page: Page): readonly string[] => {
  if (speculations.length === 0) return [];
  return labelled("ahead", counted(speculations.length, "speculation"), page);
};

/** Whether the run ended as its last attempt did; one that was interrupted later did not. */
const isOfVerdict = ({ stage }: Brief, { verdict }: OrderStory): boolean =>
  verdict === "FAIL" || (verdict === "ERROR" && stage === "model_unavailable");

const adviceLines = (story: OrderStory, page: Page): readonly string[] => {
  const brief = lastBrief(story);
  return brief === null || !isOfVerdict(brief, story) ? [] : labelled("advice", adviceFor(brief), page, 8);
};

const commitLines = ({ commit }: OrderStory, page: Page): readonly string[] => {
  if (commit === null) return [];
  const pushed = commit.pushed_to === null ? "" : `, pushed to ${commit.pushed_to}`;
  const { diff } = commit;
  const files = diff === undefined ? commit.files : diff.files.map(fileInWords);
  return [
    ...labelled("commit", `${commit.commit.slice(0, 10)} on ${commit.branch}${pushed}`, page),
    ...evidenceLines(commit.evidence, page),
    ...labelled("changed", `${diff === undefined ? "" : `${diffInWords(diff)}: `}${files.join(", ")}`, page),
    ...(commit.drift.length === 0 ? [] : labelled("drift", driftInWords(commit.drift, { isWhole: page.whole }), page)),
  ];
};

export const orderName = ({ order, title }: OrderStory): string =>
  [order ?? "an order", title ?? ""].map(printable).join("  ").trimEnd();

/** How the order ended, in the words that a verdict's line has room for. */
export const orderEnding = (story: OrderStory): string => {
  const tries = counted(attemptCount(story.attempts), "attempt");
  const brief = lastBrief(story);
  const name = printable(story.order ?? "the order");
  const need = story.exit_code === EXIT.waiting ? story.needs[0] : undefined;
  const waits = need && `${isOfWhole(need) ? `the ${need.kind}` : name} waits for your decision`;
  if (story.commit !== null)
    return `${name} committed as ${story.commit.commit.slice(0, 10)} after ${tries}${waits === undefined ? "" : `; ${waits}`}`;
  if (brief !== null && isOfVerdict(brief, story))
    return `${name} ${story.verdict === "FAIL" ? "failed" : "stopped"} after ${tries}: ${refusalInWords(brief)}`;
  if (story.exit_code === EXIT.interrupted) return `${name} interrupted after ${tries}`;
  if (story.verdict !== null)
    return `${waits ?? `${name} ended`} after ${tries}${story.error === null ? "" : `: ${printable(story.error)}`}`;
  return `${name} ${story.is_running ? "is in" : "was left in"} attempt ${story.attempts.at(-1)?.attempt ?? 1}`;
};
