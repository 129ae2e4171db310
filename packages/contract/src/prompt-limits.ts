import { LEAST_BYTES_PER_TOKEN } from "./answer-size.ts";

/** How much prompts show, for models with a certain context. */
export interface PromptLimits {
  readonly contextTokens: number;
  /** Bytes of a whole prompt; each other limit is for a part of it. */
  readonly promptBytes: number;
  /** Bytes of file contents; a file that is to be rewritten is never shown cut. */
  readonly fileBytes: number;
  /** Bytes of file contents for a planner that designs, divides or revises. */
  readonly sideFileBytes: number;
  /** A larger file is edited, never rewritten. */
  readonly wholeFileBytes: number;
  /** A larger file is shown by what matters in it; so much of it at most if it is for reading. */
  readonly partCharacters: number;
  /** Paths of other files. */
  readonly paths: number;
  /** Characters of a failed attempt's answer. */
  readonly answerCharacters: number;
  /** Characters of what a failing command printed. */
  readonly excerptCharacters: number;
  /** Bytes of a design. */
  readonly designBytes: number;
  /** Bytes of what a planner is told of a repo's files. */
  readonly mapBytes: number;
}

/** The context of a model that is in no table and no settings. */
export const ASSUMED_CONTEXT_TOKENS = 128_000;

/** Half of a context is for the prompt. The rest is for the answer, and for asking once more with twice the tokens. */
const PROMPT_SHARE = 0.5;
/** The share of a context that an answer may take at first. */
const ANSWER_SHARE = 0.25;
/** Roughly what a prompt's template, its order and its commands take. */
const FIXED_BYTES = 9_000;
/** The bytes that a path takes in a list. */
const PATH_BYTES = 48;

/** Each limit: its share of what a prompt leaves, and the most, which models with a large context reach. */
const SHARES = {
  fileBytes: [0.4, 200 * 1024],
  sideFileBytes: [0.4, 100_000],
  wholeFileBytes: [0.2, 48 * 1024],
  partCharacters: [0.2, 8 * 1024],
  answerCharacters: [0.25, 520 * 1024],
  // Every failed attempt has one.
  excerptCharacters: [0.035, 6_000],
  designBytes: [0.06, 12_000],
  // Two lists have so many each.
  paths: [0.05 / PATH_BYTES, 400],
  mapBytes: [0.15, 36_000],
} as const;

/** The limits for a context: that of the smallest model that may read the prompt. */
export const promptLimits = (contextTokens: number): PromptLimits => {
  const promptBytes = Math.floor(contextTokens * PROMPT_SHARE * LEAST_BYTES_PER_TOKEN);
  const most = (name: keyof typeof SHARES): number => {
    const [share, bound] = SHARES[name];
    return Math.min(bound, Math.floor(Math.max(0, promptBytes - FIXED_BYTES) * share));
  };
  return {
    ...{ contextTokens, promptBytes },
    fileBytes: most("fileBytes"),
    sideFileBytes: most("sideFileBytes"),
    wholeFileBytes: most("wholeFileBytes"),
    partCharacters: most("partCharacters"),
    paths: most("paths"),
    answerCharacters: most("answerCharacters"),
    excerptCharacters: most("excerptCharacters"),
    designBytes: most("designBytes"),
    mapBytes: most("mapBytes"),
  };
};

/** The same for a model that looks around: it reads the rest itself, and only what it needs. */
export const limitsWithTools = (limits: PromptLimits): PromptLimits => ({
  ...limits,
  fileBytes: Math.min(limits.fileBytes, 40 * 1024),
  answerCharacters: Math.min(limits.answerCharacters, 10 * 1024),
  paths: Math.min(limits.paths, 150),
});

/** The tokens that an answer of a model with this context may have at first. */
export const answerTokensWithin = (contextTokens: number): number => Math.floor(contextTokens * ANSWER_SHARE);
