import { callNamed, type ModelRole, modelRole, type RunEvent } from "@llmch/contract";
import { NO_SPENDING, spendingOf, spentTogether } from "./spending.ts";
import type { Spending } from "./stories/spending.ts";

/** One question to a model, and what it took. If a later session of the run asks it again, that counts as another question. */
export interface Question {
  readonly key: string;
  readonly role: ModelRole | "review";
  /** `WO-03`; null for a plan's. */
  readonly order: string | null;
  /** The model that was asked, by its name in llmch; if the journal does not say, the server's name for it. */
  readonly model: string | null;
  readonly spending: Spending;
  /** What it took from a budget: the known part, an estimate of calls that llmch cut, and the worst case of what is unknown. */
  readonly counted: { readonly tokens: number; readonly usd: number };
  /** True if it was asked ahead of its order's turn, and its answer was not used. */
  readonly isDropped?: boolean;
}

type Asked = Extract<RunEvent, { readonly type: "model_asked" }>;
type Retried = Extract<RunEvent, { readonly type: "model_retried" | "answer_limited" }>;
type Ended = Extract<RunEvent, { readonly type: "model_answered" | "model_failed" }>;

const OF_QUESTIONS: ReadonlySet<RunEvent["type"]> = new Set<RunEvent["type"]>([
  "model_asked",
  "model_retried",
  "answer_limited",
  "model_answered",
  "model_failed",
  "resumed",
]);

/** The events that `questionsOf` reads. Code that adds up during a run keeps only these. */
export const isOfQuestions = ({ type }: RunEvent): boolean => OF_QUESTIONS.has(type);

/**
 * Every question in a run's journal. Several may be open at once. A question without an end was lost with the process that asked
 * it.
 * @param isRunning whether the open ones may still be answered
 */
export const questionsOf = (events: readonly RunEvent[], isRunning = false): readonly Question[] => {
  const questions: Question[] = [];
  const open = new Map<string, Asked>();
  const lose = (...keys: readonly string[]): void => {
    for (const key of keys) {
      const asked = open.get(key);
      if (asked !== undefined) questions.push(lost(asked));
      open.delete(key);
    }
  };
  for (const event of events) {
    if (event.type === "resumed") lose(...open.keys());
    else if (event.type === "model_asked") {
      lose(event.key);
      open.set(event.key, event);
    } else if (event.type === "model_retried" || event.type === "answer_limited") {
      const asked = open.get(event.key);
      if (asked !== undefined) open.set(event.key, askedAgain(asked, event));
    } else if (event.type === "model_answered" || event.type === "model_failed") {
      questions.push(ended(event));
      open.delete(event.key);
    }
  }
  if (!isRunning) lose(...open.keys());
  return questions;
};

/** What a run took of its models, over all of its sessions. */
export const runSpending = (events: readonly RunEvent[], isRunning = false): Spending =>
  spentTogether(questionsOf(events, isRunning).map(({ spending }) => spending));

/** What runs took from a budget so far, in tokens and US dollars. */
export const countedOf = (events: readonly RunEvent[]): { readonly tokens: number; readonly usd: number } =>
  questionsOf(events).reduce(
    (total, { counted }) => ({ tokens: total.tokens + counted.tokens, usd: total.usd + counted.usd }),
    { tokens: 0, usd: 0 },
  );

/** The possible loss of a question grows with every further call for it. */
const askedAgain = (asked: Asked, { at_most }: Retried): Asked =>
  at_most === undefined ? asked : { ...asked, at_most };

const ended = (event: Ended): Question => {
  const { usage, estimated, untold, cost_usd } = event;
  const told = usage === undefined || usage === null ? 0 : amount(usage.input_tokens) + amount(usage.output_tokens);
  const answerer = event.type === "model_answered" ? event.model : null;
  return {
    ...placeOf(event.key),
    model: event.asked_model ?? answerer,
    spending: spendingOf(event),
    counted: {
      tokens: told + amount(estimated?.input_tokens) + amount(estimated?.output_tokens) + amount(untold?.tokens),
      usd: amount(cost_usd) + amount(estimated?.usd) + amount(untold?.usd),
    },
  };
};

/** No record lowers the sum already spent, whoever wrote it. */
const amount = (recorded: number | null | undefined): number => Math.max(0, recorded ?? 0);

const lost = ({ key, at_most }: Asked): Question => ({
  ...placeOf(key),
  model: null,
  spending: { ...NO_SPENDING, lost_calls: 1 },
  counted: { tokens: amount(at_most?.tokens), usd: amount(at_most?.usd) },
});

/** A journal may contain any key. One that is not a call's key counts as the factory's. */
const placeOf = (key: string): Pick<Question, "key" | "role" | "order"> => {
  const call = callNamed(key);
  if (call === null) return { key, role: "factory", order: null };
  const role = call.role.kind === "review" ? "review" : modelRole(call);
  return { key, role, order: "order" in call ? call.order : null };
};
