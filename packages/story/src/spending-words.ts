import {
  counted,
  dollarsInWords,
  isJsonObject,
  type JsonValue,
  numberMember,
  objectMember,
  shareInWords,
  tokensInWords,
} from "@llmch/text";
import type { Spending, Usage } from "./stories/spending.ts";

/** What was spent, each in a few words: `3 answers`, `41.2k tokens in (62% cached), 3.1k out`, `$0.12`. */
export const spendingInWords = (spending: Spending): readonly string[] => {
  const { answers, lost_calls, estimated_calls, from_record } = spending;
  if (answers + lost_calls + estimated_calls === 0 && !spending.cost_usd) return [];
  const tokens = tokensSpent(spending);
  return [
    counted(answers, "answer"),
    ...(tokens === null ? [] : [tokens]),
    ...costWords(spending),
    ...(lost_calls === 0 ? [] : [`${counted(lost_calls, "call")} lost that may have been billed`]),
    ...(estimated_calls === 0 ? [] : [`${counted(estimated_calls, "call")} cut (estimated)`]),
    ...(from_record === 0 ? [] : [recordedInWords(spending)]),
  ];
};

interface Budgeted {
  readonly spending: Spending;
  readonly config: { readonly settings: JsonValue } | null;
}

/** The caps of a run, what it took of its budget first: `$0.36 of $20.00`, `30 minutes at most`. */
export const capsInWords = ({ spending, config }: Budgeted): readonly string[] => {
  const budget = objectMember(isJsonObject(config?.settings) ? config.settings : {}, "budget");
  const [usd, tokens, minutes] = ["usd", "tokens", "minutes"].map((name) => numberMember(budget, name));
  const [cost = dollarsInWords(0)] = costWords(spending);
  return [
    ...(usd == null ? [] : [`${cost} of ${dollarsInWords(usd)}`]),
    ...(tokens == null ? [] : [`${tokensInWords(tokens)} tokens at most`]),
    ...(minutes == null ? [] : [`${counted(minutes, "minute")} at most`]),
  ];
};

/** What was spent of a run's caps, and on what. */
export const spentOfBudget = (run: Budgeted): readonly string[] => {
  const caps = capsInWords(run);
  return [...caps, ...spendingInWords(run.spending).filter((each) => caps[0]?.startsWith(`${each} of `) !== true)];
};

const costWords = (spending: Spending): readonly string[] => {
  const { answers, from_record, lost_calls, estimated_calls } = spending;
  if (knownCost(spending) !== null) return [costInWords(spending)];
  return answers + lost_calls + estimated_calls === from_record ? [] : ["cost unknown"];
};

/** The same of several answers; null if nothing is known. */
export const tokensSpent = (spending: Spending): string | null => {
  const { answers, unknown, usage } = spending;
  if (usage.input_tokens + usage.output_tokens === 0 && answers === unknown) return null;
  return `${estimateMark(spending)}${usageInWords(usage)}${unknown === 0 ? "" : ` (${unknown} not known)`}`;
};

/** `41.2k tokens in (62% cached), 3.1k out (2.0k reasoning)` */
export const usageInWords = (usage: Usage): string => {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached, reasoning_tokens: reasoning = 0 } = usage;
  const share = cached === 0 ? "" : ` (${shareInWords(cached, input)} cached)`;
  const thought = reasoning === 0 ? "" : ` (${tokensInWords(reasoning)} reasoning)`;
  return `${tokensInWords(input)} tokens in${share}, ${tokensInWords(output)} out${thought}`;
};

/** `~` before figures that hold an estimate of calls that llmch cut. */
export const estimateMark = ({ estimated_calls }: Pick<Spending, "estimated_calls">): string =>
  estimated_calls > 0 ? "~" : "";

/** `$0.12`, `~$0.12` if a part is estimated, `at least $0.12` if not all is known, `unknown`. */
export const costInWords = (spending: Spending): string => {
  const cost = knownCost(spending);
  if (cost === null) return "unknown";
  return `${spending.unpriced + spending.lost_calls > 0 ? "at least " : ""}${estimateMark(spending)}${dollarsInWords(cost)}`;
};

/** The known part of the cost; null if nothing is known. */
export const knownCost = ({ cost_usd, unpriced, lost_calls }: Spending): number | null =>
  cost_usd === 0 && unpriced + lost_calls > 0 ? null : cost_usd;

/** Says that answers came from a record, and what their figures mean. */
export const recordedInWords = ({ answers, from_record }: Spending): string =>
  `${from_record === answers ? "answered" : counted(from_record, "answer")} from a record: nothing was billed`;
