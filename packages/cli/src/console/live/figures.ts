import { dollarsInWords, shareInWords, tokensInWords } from "@llmch/app/drawing";
import { costInWords, knownCost, type Spending } from "@llmch/story";

/** A time as a clock shows it: `0:07`, `3:20`, `1:02:03`. */
export const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** The tokens and cost of answers; empty if unknown. */
export const spent = (spending: Spending): string => {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached } = spending.usage;
  if (input + output === 0) return "";
  const share = cached === 0 ? "" : ` (${shareInWords(cached, input)} cached)`;
  const cost = knownCost(spending) === null ? "" : `, ${costInWords(spending)}`;
  return `${tokensInWords(input)} tokens in${share}, ${tokensInWords(output)} out${cost}`;
};

/** Spending in dollars and tokens, each against its cap. */
export const spentOf = (
  spending: Spending,
  { usd, tokens }: { readonly usd: number | null; readonly tokens: number | null },
): readonly string[] => {
  if (usd === null && tokens === null) return [spent(spending)];
  const { input_tokens: input, output_tokens: output } = spending.usage;
  const cost = knownCost(spending);
  const money =
    cost === null ? (input + output === 0 ? dollarsInWords(0) : costInWords(spending)) : costInWords(spending);
  return [
    usd === null ? "" : `${money} of ${dollarsInWords(usd)}`,
    tokens === null ? "" : `${tokensInWords(input + output)} of ${tokensInWords(tokens)} tokens`,
    spent(spending),
  ];
};
