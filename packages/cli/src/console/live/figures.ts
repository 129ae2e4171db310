import type { Spending } from "@llmch/story";

/** A time that runs: `0:07`, `3:20`, `1:02:03`. */
export const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** A count of tokens: `940`, `12.3k`, `1.2M`. */
const tokens = (count: number): string => {
  if (count < 1000) return String(count);
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
};

/** What answers took; empty where nothing is known of it. */
export const spent = ({ usage, cost_usd }: Spending): string => {
  const { input_tokens: input, output_tokens: output } = usage;
  const cost = cost_usd === null ? "" : `, $${cost_usd.toFixed(2)}`;
  return input + output === 0 ? "" : `${tokens(input)} tokens in, ${tokens(output)} out${cost}`;
};
