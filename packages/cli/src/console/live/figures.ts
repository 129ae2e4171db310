import { shareInWords, tokensInWords } from "@llmch/contract";
import { costInWords, knownCost, type Spending } from "@llmch/story";

/** A time that runs: `0:07`, `3:20`, `1:02:03`. */
export const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** What answers took; empty where nothing is known of it. */
export const spent = (spending: Spending): string => {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached } = spending.usage;
  if (input + output === 0) return "";
  const share = cached === 0 ? "" : ` (${shareInWords(cached, input)} cached)`;
  const cost = knownCost(spending) === null ? "" : `, ${costInWords(spending)}`;
  return `${tokensInWords(input)} tokens in${share}, ${tokensInWords(output)} out${cost}`;
};
