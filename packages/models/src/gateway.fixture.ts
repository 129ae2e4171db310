import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { accepted } from "@llmch/text";
import { type ModelSettings, modelSettings } from "./asked.ts";
import type { Budget } from "./money/budget.ts";

export const DEFAULT_MODELS: ModelSettings = modelSettings(DEFAULT_SETTINGS);

/** A budget without caps. */
export const NO_BUDGET: Budget = {
  reserve: () => accepted({ settle: () => {}, release: () => {} }),
  spend: () => null,
  room: () => ({ usd: null, tokens: null }),
  inTurn: async (decide) => decide(true),
};
