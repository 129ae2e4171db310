import { CARRIED, namedMost, type Refusable, STREAMING, TEMPERATURE } from "../transport/capabilities.ts";

/** The parts of Responses and Chat Completions that servers refuse, by the words that they use. */
export const OPENAI_REFUSABLE: readonly Refusable[] = [
  {
    named: /response_format|text\.format|json_schema|json_object|structured.outputs?/i,
    sentAs: ["response_format", "text"],
    without: ({ structure }) => ({ structure: structure === "schema" ? "object" : "none" }),
    words: "that form of structured output",
  },
  {
    // vLLM refuses even a prompt that fits, if the longest answer would not fit beside it.
    named: /max_(?:completion_|output_)?tokens|\bin the completion\b|requested \d+ output tokens/i,
    sentAs: ["max_completion_tokens", "max_tokens", "max_output_tokens"],
    without: (_, body, message) => {
      const most = namedMost(message, body.max_completion_tokens ?? body.max_tokens ?? body.max_output_tokens);
      if (most !== null) return { mostTokens: most };
      return { budget: "max_completion_tokens" in body ? "max_tokens" : "none" };
    },
    words: "the token budget as it was given",
  },
  TEMPERATURE,
  {
    // OpenAI's newer models accept no effort beside tools in Chat Completions, not even their default.
    named: /reasoning_effort/i,
    sentAs: ["tools"],
    without: ({ effortWithTools }, _, message) =>
      effortWithTools && /\btools\b/i.test(message) ? { effortWithTools: false } : { effort: false },
    words: "a reasoning effort beside tools",
  },
  {
    named: /prompt_cache_key/i,
    sentAs: ["prompt_cache_key"],
    without: () => ({ cacheMarks: false }),
    words: "a key for its cache",
  },
  CARRIED,
  {
    named: /summar(?:y|ies)/i,
    sentAs: ["reasoning"],
    without: () => ({ summary: false }),
    words: "reasoning summaries",
  },
  {
    named: /reasoning(?![._ ]*summar)|effort/i,
    sentAs: ["reasoning", "reasoning_effort"],
    without: () => ({ effort: false, summary: false }),
    words: "the reasoning effort",
  },
  { named: /background/i, sentAs: ["background"], without: () => ({ background: false }), words: "background mode" },
  STREAMING,
];
