import { counted } from "@llmch/contract";
import type { Limits, Taken } from "../conversation.ts";

/** Why no further question may be asked, and what the user can do; null if one may. Does not check turns. */
export const limitFault = (
  { tokens }: Limits,
  taken: Taken,
): { readonly message: string; readonly hint: string } | null => {
  if (tokens === null || taken.tokens < tokens) return null;
  return {
    message: `the limit of ${counted(tokens, "token")} for turns with tools is reached: ${taken.tokens} are taken`,
    hint: "continue with a larger agent.tokens",
  };
};
