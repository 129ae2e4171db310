import { MINUTE_MS } from "@llmch/text";
import { decimal, line, orNone, wholeNumber } from "./kind.ts";
import { type Setting, setting } from "./setting.ts";

/** The reasoning effort of a role's model. */
export const effort = (fallback: string | null, about: string, flag?: string): Setting<string | null> =>
  setting(orNone(line("what the model knows, such as low, medium or high")), fallback, about, flagged(flag));

export const samplingTemperature = (fallback: number | null, about: string, flag?: string): Setting<number | null> =>
  setting(orNone(decimal({ least: 0, most: 2 })), fallback, about, flagged(flag));

export const outputLimit = (answer: string): Setting<number> =>
  setting(
    wholeNumber({ least: 256, most: 1_000_000, unit: "tokens" }),
    64_000,
    `Most tokens of ${answer}, reasoning included; an answer that is cut there is asked for once more with twice as many.`,
  );

export const attemptLimit = (about: string): Setting<number> =>
  setting(wholeNumber({ least: 1, most: 1_000_000 }), 5, about, { flag: "--max-attempts <n>", isRare: true });

export const answerTimeout = (minutes: number, answer: string): Setting<number> =>
  setting(
    wholeNumber({ least: 1, most: 999_999_999, unit: "milliseconds" }),
    minutes * MINUTE_MS,
    `How long one answer of ${answer} may take, retries included; raise it for a slow local server.`,
    { variable: "LLMCH_TOTAL_TIMEOUT_MS" },
  );

const flagged = (flag: string | undefined) => (flag === undefined ? {} : { flag, isRare: true });
