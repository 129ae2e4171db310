import { BYTES_PER_TOKEN, type JsonObject, utf8Length } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { CallTokens } from "@llmch/planner";

/** What designing the work of orders may take, and of whom. */
export interface DesignEstimate {
  readonly model: string;
  readonly likely: CallTokens;
  readonly high: CallTokens;
}

/** What a designer's prompt has besides orders and paths, and how long an answer is as a rule; a thought counts. */
const PROMPT_BYTES = 10_000;
const ANSWER_TOKENS = 4_000;
const MOST_ANSWER_TOKENS = 12_000;

/** One call, and at most as many as a plan may have. */
export const designEstimate = (
  orders: readonly JsonObject[],
  listing: string,
  { design, planner }: Pick<Settings, "design" | "planner">,
): DesignEstimate => {
  const input = Math.ceil((utf8Length(JSON.stringify(orders)) + utf8Length(listing) + PROMPT_BYTES) / BYTES_PER_TOKEN);
  const calls = planner.max_attempts;
  const most = calls * MOST_ANSWER_TOKENS;
  return {
    model: design.model ?? planner.model[0],
    likely: { calls: 1, input_tokens: input, output_tokens: ANSWER_TOKENS },
    // Each further prompt quotes an answer.
    high: { calls, input_tokens: calls * input + most, output_tokens: most },
  };
};
