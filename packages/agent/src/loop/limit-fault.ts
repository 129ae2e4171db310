import { counted, dollarsInWords } from "@llmch/contract";
import type { Limits, Taken } from "../conversation.ts";

/** Why no further question may be asked, and what the user can do; null if one may. Does not check turns. */
export const limitFault = (
  { tokens, usd, minutes }: Limits,
  taken: Taken,
): { readonly message: string; readonly hint: string } | null => {
  if (tokens !== null && taken.tokens >= tokens)
    return reached(counted(tokens, "token"), `${taken.tokens} are taken`, "agent.tokens");
  if (usd !== null && taken.usd >= usd) return reached(`$${usd}`, `${dollarsInWords(taken.usd)} is spent`, "agent.usd");
  if (minutes !== null && taken.ms >= minutes * 60_000)
    return reached(counted(minutes, "minute"), `${Math.round(taken.ms / 6_000) / 10} are gone`, "agent.minutes");
  return null;
};

const reached = (cap: string, spent: string, setting: string) => ({
  message: `the limit of ${cap} for turns with tools is reached: ${spent}`,
  hint: `continue with a larger ${setting}`,
});
