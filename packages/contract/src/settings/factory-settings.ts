import { MAX_EXCERPT_CHARACTERS } from "../failure-brief.ts";
import { decimal, line, orNone, wholeNumber } from "./kind.ts";
import { type ModelChain, model, modelChain } from "./model-kinds.ts";
import { setting } from "./setting.ts";

const MINUTE_MS = 60_000;
const DEFAULT_MODEL: ModelChain = ["gpt-5.2"];
/** Most bytes of file contents that a prompt shows (contract §5). */
const MAX_SHOWN_BYTES = 200 * 1024;

/** What `llmch run` and `run-all` can be tuned by. */
export const FACTORY_SETTINGS = {
  model: setting(
    modelChain(),
    DEFAULT_MODEL,
    "The model that carries orders out, or several: each is asked where those before it gave no answer.",
    {
      flag: "--llm-model <model>",
    },
  ),
  escalate_model: setting(orNone(model()), null, "A stronger model for the later attempts of an order."),
  escalate_after: setting(
    wholeNumber({ least: 1, most: 1_000_000 }),
    2,
    "How many attempts of an order fail before the stronger model is asked.",
  ),
  reasoning_effort: setting(
    orNone(line("what the model knows, such as low, medium or high")),
    null,
    "How hard the model of the orders thinks; none leaves it to the server.",
  ),
  temperature: setting(
    orNone(decimal({ least: 0, most: 2 })),
    0,
    "Sampling temperature of the model of the orders; none leaves it to the server.",
    { flag: "--llm-temperature <t>" },
  ),
  max_output_tokens: setting(
    wholeNumber({ least: 256, most: 1_000_000, unit: "tokens" }),
    64_000,
    "Most tokens of an order's answer, reasoning included; an answer that is cut there is asked for once more with twice as many.",
  ),
  max_attempts: setting(wholeNumber({ least: 1, most: 1_000_000 }), 5, "Attempts at an order at most.", {
    flag: "--max-attempts <n>",
  }),
  answer_timeout_ms: setting(
    wholeNumber({ least: 1, most: 999_999_999, unit: "milliseconds" }),
    10 * MINUTE_MS,
    "How long one answer of an order may take, retries included.",
    { variable: "LLMCH_TOTAL_TIMEOUT_MS" },
  ),
  timeout_seconds: setting(
    wholeNumber({ least: 1, most: 1_000_000, unit: "seconds" }),
    600,
    "How long each command of an order may run.",
    { flag: "--timeout-seconds <s>" },
  ),
  shown_bytes: setting(
    wholeNumber({ least: 1024, most: MAX_SHOWN_BYTES, unit: "bytes" }),
    MAX_SHOWN_BYTES,
    "Most bytes of file contents that an order's prompt shows; a file that may be written is never shown cut.",
  ),
  listed_paths: setting(
    wholeNumber({ least: 0, most: 10_000 }),
    400,
    "Most paths of other files that an order's prompt lists.",
  ),
  previous_answer_characters: setting(
    wholeNumber({ least: 0, most: 520 * 1024, unit: "characters" }),
    520 * 1024,
    "How much of a failed attempt's answer the next attempt is shown.",
  ),
  excerpt_characters: setting(
    wholeNumber({ least: 200, most: MAX_EXCERPT_CHARACTERS, unit: "characters" }),
    MAX_EXCERPT_CHARACTERS,
    "How much of a failing command's output the next attempt is told.",
  ),
} as const;
