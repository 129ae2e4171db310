import type { EventBody } from "@llmch/contract";
import type { Spending, Usage } from "./stories/spending.ts";

export const NO_SPENDING: Spending = {
  answers: 0,
  unknown: 0,
  usage: { input_tokens: 0, output_tokens: 0, cached_tokens: 0, reasoning_tokens: 0 },
  cost_usd: null,
  unpriced: 0,
  lost_calls: 0,
  estimated_calls: 0,
  from_record: 0,
};

/** What calls that llmch cut are estimated to have taken. */
interface EstimatedCharge {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly usd: number | null;
}

/** The data at the end of a question: of `model_answered` and `model_failed`, in journals of any version. */
export interface ToldCharge {
  readonly type: "model_answered" | "model_failed";
  readonly usage?: Usage | null | undefined;
  readonly cost_usd?: number | null | undefined;
  readonly lost_calls?: number | undefined;
  readonly estimated?: EstimatedCharge | undefined;
  readonly provider?: string | undefined;
}

/** What one question took. A failed one may have cost something too; if its journal does not say, it counts as nothing. */
export const spendingOf = ({
  type,
  usage = null,
  cost_usd,
  lost_calls = 0,
  estimated,
  provider,
}: ToldCharge): Spending => {
  const isAnswered = type === "model_answered";
  const isUnpriced = isAnswered ? typeof cost_usd !== "number" : cost_usd === null;
  const told = {
    ...NO_SPENDING,
    answers: isAnswered ? 1 : 0,
    unknown: isAnswered && usage === null ? 1 : 0,
    usage: { ...NO_SPENDING.usage, ...present(usage) },
    cost_usd: cost_usd ?? null,
    unpriced: isUnpriced ? 1 : 0,
    lost_calls,
    from_record: isAnswered && provider === "replay" ? 1 : 0,
  };
  return estimated === undefined ? told : spentTogether([told, ofEstimate(estimated)]);
};

const ofEstimate = ({ calls, input_tokens, output_tokens, usd }: EstimatedCharge): Spending => ({
  ...NO_SPENDING,
  usage: { ...NO_SPENDING.usage, input_tokens, output_tokens },
  cost_usd: usd,
  unpriced: usd === null ? 1 : 0,
  estimated_calls: calls,
});

const present = (usage: Usage | null): Spending["usage"] | Record<never, never> => {
  if (usage === null) return {};
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens = 0 } = usage;
  return { input_tokens, output_tokens, cached_tokens, reasoning_tokens };
};

/** The total of several runs or questions. The cost covers only those whose cost is known. */
export const spentTogether = (spendings: readonly Spending[]): Spending => ({
  answers: sum(spendings, ({ answers }) => answers),
  unknown: sum(spendings, ({ unknown }) => unknown),
  usage: {
    input_tokens: sum(spendings, ({ usage }) => usage.input_tokens),
    output_tokens: sum(spendings, ({ usage }) => usage.output_tokens),
    cached_tokens: sum(spendings, ({ usage }) => usage.cached_tokens),
    reasoning_tokens: sum(spendings, ({ usage }) => usage.reasoning_tokens),
  },
  cost_usd: spendings.every(({ cost_usd }) => cost_usd === null)
    ? null
    : sum(spendings, ({ cost_usd }) => cost_usd ?? 0),
  unpriced: sum(spendings, ({ unpriced }) => unpriced),
  lost_calls: sum(spendings, ({ lost_calls }) => lost_calls),
  estimated_calls: sum(spendings, ({ estimated_calls }) => estimated_calls),
  from_record: sum(spendings, ({ from_record }) => from_record),
});

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** `spent`, as in a run's documents (contract §7). */
export const spentDocument = ({ usage, ...spending }: Spending) => ({
  answers: spending.answers,
  input_tokens: usage.input_tokens,
  cached_tokens: usage.cached_tokens,
  output_tokens: usage.output_tokens,
  reasoning_tokens: usage.reasoning_tokens,
  cost_usd: spending.cost_usd,
  unknown_usage: spending.unknown,
  unknown_cost: spending.unpriced,
  lost_calls: spending.lost_calls,
  ...(spending.estimated_calls === 0 ? {} : { estimated_calls: spending.estimated_calls }),
  from_record: spending.from_record,
});

/** What the steps of a build took that have ended, as its events tell it. */
export const spendingOfSteps = (events: readonly EventBody[]): Spending =>
  spentTogether(
    events.flatMap((event) =>
      event.type === "window_planned" || event.type === "window_ended" ? [spendingIn(event.spent)] : [],
    ),
  );

/** The same from such a document. */
export const spendingIn = (spent: Spent): Spending => ({
  answers: spent.answers,
  unknown: spent.unknown_usage,
  usage: {
    input_tokens: spent.input_tokens,
    output_tokens: spent.output_tokens,
    cached_tokens: spent.cached_tokens,
    reasoning_tokens: spent.reasoning_tokens,
  },
  cost_usd: spent.cost_usd,
  unpriced: spent.unknown_cost,
  lost_calls: spent.lost_calls,
  estimated_calls: spent.estimated_calls ?? 0,
  from_record: spent.from_record,
});
type Spent = Extract<EventBody, { readonly type: "window_ended" }>["spent"];
