import { BYTES_PER_TOKEN, type JsonObject, utf8Length } from "@llmch/contract";
import { escalationOf, type Settings } from "@llmch/contract/settings";
import { ASSUMED, type CallTokens } from "@llmch/planner";
import { limitsFor, mayDivide } from "@llmch/records";

/** What questions other than those to authors and reviewers may cost, and their model. */
export interface SideEstimate {
  readonly model: string;
  readonly likely: CallTokens;
  readonly high: CallTokens;
}

/** The size of a planner's prompt without orders, paths and files, and typical answer sizes including reasoning. */
const PROMPT_BYTES = 10_000;
const ANSWER_TOKENS = 4_000;
const MOST_ANSWER_TOKENS = 12_000;

/** The same for triage, which answers a word and a sentence. */
const TRIAGE_PROMPT_BYTES = 1_500;
const TRIAGE_TOKENS = 60;

/** The cost of designing the work of orders: one call, and at most as many as a plan may use. */
export const designEstimate = (
  orders: readonly JsonObject[],
  listing: string,
  { design, planner }: Pick<Settings, "design" | "planner">,
): SideEstimate => ({
  model: design.model ?? planner.model[0],
  ...ofPlanner(bytesOf(orders) + utf8Length(listing), 1, planner.max_attempts),
});

/** The cost of triage: asking how hard each order is. */
export const triageEstimate = (
  orders: readonly JsonObject[],
  { triage, factory }: Pick<Settings, "triage" | "factory">,
): SideEstimate => {
  const calls = orders.length;
  const bytes = orders.reduce((sum, order) => sum + bytesOf(order) + TRIAGE_PROMPT_BYTES, 0);
  return {
    model: triage.model ?? factory.model[0],
    likely: { calls, input_tokens: Math.ceil(bytes / BYTES_PER_TOKEN), output_tokens: calls * TRIAGE_TOKENS },
    high: {
      calls,
      input_tokens: Math.ceil(bytes / ASSUMED.bytesPerToken),
      output_tokens: calls * (TRIAGE_TOKENS + ASSUMED.reasoningTokens),
    },
  };
};

/**
 * The cost of asking for divisions; null if nothing is divided. At most every order is divided; what its children use is not counted.
 * @param standing sizes of the existing files that orders name
 * @param failing the share of orders that typically need another attempt
 */
export const divisionEstimate = (
  orders: readonly JsonObject[],
  listing: string,
  standing: ReadonlyMap<string, number>,
  failing: number,
  settings: Pick<Settings, "planner" | "factory" | "triage" | "models">,
): SideEstimate | null => {
  const { planner, factory } = settings;
  if (!mayDivide(settings)) return null;
  const isAfterOne = escalationOf(factory).some((row) => row.do === "divide" && row.failures <= 1);
  const files = [...standing.values()].reduce((sum, size) => sum + size, 0);
  const shown = Math.min(files, limitsFor(factory.model, settings.models).fileBytes * orders.length);
  const bytes = bytesOf(orders) + shown + orders.length * utf8Length(listing);
  const each = ofPlanner(Math.ceil(bytes / Math.max(1, orders.length)), isAfterOne ? failing : 0, planner.max_attempts);
  return {
    model: planner.model[0],
    likely: times(each.likely, orders.length),
    high: times(each.high, orders.length),
  };
};

const bytesOf = (value: JsonObject | readonly JsonObject[]): number => utf8Length(JSON.stringify(value));

/** The cost of the usual number of calls, and of the most. */
const ofPlanner = (bytes: number, usual: number, most: number): Pick<SideEstimate, "likely" | "high"> => {
  const input = Math.ceil((bytes + PROMPT_BYTES) / BYTES_PER_TOKEN);
  const answers = most * MOST_ANSWER_TOKENS;
  return {
    likely: times({ calls: 1, input_tokens: input, output_tokens: ANSWER_TOKENS }, usual),
    // Each further prompt quotes an answer.
    high: { calls: most, input_tokens: most * input + answers, output_tokens: answers },
  };
};

const times = ({ calls, input_tokens, output_tokens }: CallTokens, count: number): CallTokens => ({
  calls: calls * count,
  input_tokens: Math.ceil(input_tokens * count),
  output_tokens: Math.ceil(output_tokens * count),
});
