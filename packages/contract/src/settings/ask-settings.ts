import { wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

/** Limits of a question about a repo; those of `agent` apply too. */
export const ASK_SETTINGS = {
  helpers: setting(
    wholeNumber({ least: 0, most: 20 }),
    3,
    "How many parts of a question may be handed on, each to be answered on its own.",
  ),
} as const;
