import { CARRIED, namedMost, type Refusable, STREAMING, TEMPERATURE } from "../transport/capabilities.ts";

/** A budget that every model accepts, for servers that refuse one and name no other. */
const SAFE_TOKENS = 8192;

/** The parts of Messages that servers refuse, by the words that they use. */
export const MESSAGES_REFUSABLE: readonly Refusable[] = [
  {
    named: /output_config\.format|output_format|json_schema|structured.outputs?|\bschema\b|grammar/i,
    sentAs: ["output_config"],
    without: ({ structure }) => (structure === "none" ? null : { structure: "none" }),
    words: "structured output",
  },
  {
    named: /output_config\.effort|\beffort\b/i,
    sentAs: ["output_config"],
    without: ({ effort }) => (effort ? { effort: false } : null),
    words: "the reasoning effort",
  },
  {
    named: /output_config(?!\.)/i,
    sentAs: ["output_config"],
    without: () => ({ structure: "none", effort: false }),
    words: "structured output and a reasoning effort",
  },
  {
    named: /max_tokens/i,
    sentAs: ["max_tokens"],
    without: (_, body, message) => {
      const most = namedMost(message, body.max_tokens) ?? SAFE_TOKENS;
      return typeof body.max_tokens === "number" && most < body.max_tokens ? { mostTokens: most } : null;
    },
    words: "the token budget as it was given",
  },
  TEMPERATURE,
  CARRIED,
  {
    named: /thinking/i,
    sentAs: ["thinking"],
    without: () => ({ thinking: false }),
    words: "adaptive thinking",
  },
  {
    named: /cache_control/i,
    sentAs: ["messages"],
    without: ({ cacheMarks }) => (cacheMarks ? { cacheMarks: false } : null),
    words: "marks for its cache",
  },
  STREAMING,
];
