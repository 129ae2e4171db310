import { decimal, line, orNone, wholeNumber } from "./kind.ts";
import { type ModelChain, modelChain } from "./model-kinds.ts";
import { setting } from "./setting.ts";

const MINUTE_MS = 60_000;
const DEFAULT_MODEL: ModelChain = ["gpt-5.2-codex"];

/** What `llmch plan` can be tuned by. */
export const PLANNER_SETTINGS = {
  model: setting(
    modelChain(),
    DEFAULT_MODEL,
    "The model that plans, or several: each is asked where those before it gave no answer.",
    {
      flag: "--model <model>",
    },
  ),
  reasoning_effort: setting(
    orNone(line("what the model knows, such as low, medium or high")),
    "medium",
    "How hard the planning model thinks.",
    { flag: "--reasoning-effort <effort>" },
  ),
  temperature: setting(
    orNone(decimal({ least: 0, most: 2 })),
    null,
    "Sampling temperature of the planning model; none leaves it to the server.",
  ),
  max_output_tokens: setting(
    wholeNumber({ least: 256, most: 1_000_000, unit: "tokens" }),
    64_000,
    "Most tokens of a plan's answer, reasoning included; an answer that is cut there is asked for once more with twice as many.",
  ),
  max_attempts: setting(wholeNumber({ least: 1, most: 1_000_000 }), 5, "Model calls for a plan at most.", {
    flag: "--max-attempts <n>",
  }),
  answer_timeout_ms: setting(
    wholeNumber({ least: 1, most: 999_999_999, unit: "milliseconds" }),
    30 * MINUTE_MS,
    "How long one answer of a plan may take, retries included.",
    { variable: "LLMCH_TOTAL_TIMEOUT_MS" },
  ),
  listed_paths: setting(
    wholeNumber({ least: 0, most: 10_000 }),
    400,
    "Most paths of the target repo that the planner is shown, the shallow ones first.",
  ),
  shown_files: setting(
    wholeNumber({ least: 0, most: 100 }),
    12,
    "Most files of the target repo (manifests, README, verify script) that the planner is shown the beginning of.",
  ),
  shown_characters: setting(
    wholeNumber({ least: 0, most: 100_000, unit: "characters" }),
    4_000,
    "How much of each such file is shown.",
  ),
  previous_answer_characters: setting(
    wholeNumber({ least: 1_000, most: 10_000_000, unit: "characters" }),
    1_000_000,
    "How much of a refused plan is quoted when it is sent back.",
  ),
} as const;
