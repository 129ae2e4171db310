import {
  dollarsInWords,
  type JsonObject,
  numberMember,
  objectMember,
  printable,
  textMember,
  tokensInWords,
} from "@llmch/text";

/** An estimate in one line: dollars if both totals can be priced, otherwise tokens, never a guess. Null if it is none. */
export const estimateInWords = (estimate: JsonObject): string | null => {
  const basis = textMember(estimate, "basis");
  if (basis === null) return null;
  const [likely, high] = [objectMember(estimate, "likely"), objectMember(estimate, "high")];
  const [cost, most] = [numberMember(likely, "cost_usd"), numberMember(high, "cost_usd")];
  const range =
    cost !== null && most !== null
      ? `likely ${dollarsInWords(cost)}, at most ${dollarsInWords(most)}`
      : `likely ${tokens(likely)} tokens, at most ${tokens(high)}, cost unknown`;
  return printable(`${range} (${basis})`);
};

const tokens = (sum: JsonObject): string =>
  tokensInWords((numberMember(sum, "input_tokens") ?? 0) + (numberMember(sum, "output_tokens") ?? 0));
