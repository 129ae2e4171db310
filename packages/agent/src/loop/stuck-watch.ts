import type { ToolCall } from "@llmch/contract";
import { stableText, type ToldResult } from "../output/told-result.ts";

/** A call and its result. */
export interface MadeCall {
  readonly call: ToolCall;
  readonly result: ToldResult;
  /** True if the tool does not exist, or its arguments are invalid. */
  readonly isMalformed: boolean;
}

/** Notices when a model makes no progress. */
export interface StuckWatch {
  /** @param calls empty if the answer called no tool and could not be read */
  turn(calls: readonly MadeCall[]): Verdict;
  /** Call this if the draft changed, or results were shortened: repeating a call may then make sense. */
  forget(): void;
}

/** Words to nudge a stuck model or, if a nudge did not help, why it is stuck; null if it is not. */
export type Verdict =
  | null
  | { readonly kind: "nudge"; readonly words: string }
  | { readonly kind: "stuck"; readonly why: string };

const SAME_CALLS = 4;
const FORMAT_ERRORS = 3;

export const createStuckWatch = (): StuckWatch => {
  /** How many times each call had each result: by call, then by result. */
  const counts = new Map<string, Map<string, number>>();
  let formatErrors = 0;
  let isNudged = false;

  const countOf = (made: MadeCall): number => counts.get(keyOf(made))?.get(stableText(made.result.message)) ?? 0;

  const trouble = (calls: readonly MadeCall[]): Trouble | null => {
    if (formatErrors >= FORMAT_ERRORS) return FORMAT;
    return calls.some((made) => countOf(made) >= SAME_CALLS) ? SAME : null;
  };

  return {
    turn: (calls) => {
      const isFormatError = calls.every(({ isMalformed }) => isMalformed);
      formatErrors = isFormatError ? formatErrors + 1 : 0;
      for (const made of calls) {
        const results = counts.get(keyOf(made)) ?? new Map<string, number>();
        results.set(stableText(made.result.message), countOf(made) + 1);
        counts.set(keyOf(made), results);
      }
      const found = trouble(calls);
      if (found === null) return null;
      if (isNudged) return { kind: "stuck", why: found.why };
      isNudged = true;
      return { kind: "nudge", words: found.words };
    },
    forget: () => counts.clear(),
  };
};

interface Trouble {
  readonly why: string;
  readonly words: string;
}

const SAME: Trouble = {
  why: `it made the same call more than ${SAME_CALLS} times, with the same result`,
  words: `You have made the same call ${SAME_CALLS} times, and its result was the same each time. It will not change. Do something else, or end with what you have.`,
};
const FORMAT: Trouble = {
  why: `more than ${FORMAT_ERRORS} answers in a row could not be read`,
  words: `Your last ${FORMAT_ERRORS} answers could not be read. Call one of the tools by its name, with arguments that are a JSON object of its schema, and nothing else.`,
};

const keyOf = ({ call }: MadeCall): string => `${call.name} ${call.arguments}`;
