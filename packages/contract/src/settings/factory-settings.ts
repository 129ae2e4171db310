import { MAX_EXCERPT_CHARACTERS } from "../failure-brief.ts";
import { type Escalation, escalations } from "./escalation-kinds.ts";
import { oneOf, orNone, wholeNumber } from "./kind.ts";
import { type ModelChain, model, modelChain } from "./model-kinds.ts";
import { answerTimeout, attemptLimit, effort, outputLimit, samplingTemperature } from "./role-settings.ts";
import { setting } from "./setting.ts";

const DEFAULT_MODEL: ModelChain = ["gpt-5.2"];
/** The most bytes of file contents in a prompt (contract §5). */
const MAX_SHOWN_BYTES = 200 * 1024;

/** Longer files are not read. */
const MAX_EDITED_BYTES = 32 * 1024 * 1024;

const NO_ROWS: readonly Escalation[] = [];

/** Settings of `llmch run` and `run-all`. */
export const FACTORY_SETTINGS = {
  model: setting(
    modelChain(),
    DEFAULT_MODEL,
    "The model that carries orders out, or several: each is asked if those before it gave no answer.",
    {
      flag: "--llm-model <model>",
    },
  ),
  agent: setting(
    oneOf("off", "auto", "on"),
    "auto",
    "Whether the model looks around with tools before it proposes: off, on, or auto: if the prompt does not show whole what the order names.",
    { flag: "--agent <mode>" },
  ),
  escalation: setting(
    escalations(),
    NO_ROWS,
    "How an order continues after a failed attempt: the first row that fits; without one the same is tried again.",
  ),
  escalate_model: setting(
    orNone(model()),
    null,
    "A stronger model for the later attempts of an order: short for a last row of `escalation`.",
  ),
  escalate_after: setting(
    wholeNumber({ least: 1, most: 1_000_000 }),
    2,
    "How many attempts of an order fail before the stronger model is asked.",
  ),
  reasoning_effort: effort(null, "How hard the model of the orders thinks; none leaves it to the server."),
  temperature: samplingTemperature(
    0,
    "Sampling temperature of the model of the orders; none leaves it to the server.",
    "--llm-temperature <t>",
  ),
  max_output_tokens: outputLimit("an order's answer"),
  max_attempts: attemptLimit("Attempts at an order at most."),
  answer_timeout_ms: answerTimeout(10, "an order"),
  timeout_seconds: setting(
    wholeNumber({ least: 1, most: 1_000_000, unit: "seconds" }),
    600,
    "How long each command of an order may run.",
    { flag: "--timeout-seconds <s>" },
  ),
  push: setting(
    oneOf("each", "end", "never"),
    "each",
    "When commits are pushed to the branch's remote: each as it is made, all at the end if every order has passed, or never.",
    { flag: "--push <mode>" },
  ),
  shown_bytes: setting(
    wholeNumber({ least: 1024, most: MAX_SHOWN_BYTES, unit: "bytes" }),
    MAX_SHOWN_BYTES,
    "Most bytes of file contents that an order's prompt shows; a file that is to be rewritten is never shown cut.",
  ),
  whole_file_bytes: setting(
    wholeNumber({ least: 1024, most: MAX_SHOWN_BYTES, unit: "bytes" }),
    48 * 1024,
    "A larger file is edited, never rewritten; if the files that an order may write do not fit into shown_bytes together, it is shown by the definitions that matter, with line numbers.",
  ),
  part_characters: setting(
    wholeNumber({ least: 1000, most: MAX_SHOWN_BYTES, unit: "characters" }),
    16_000,
    "How much of a file for reading that is shown by parts is shown at most; one that may be written takes what there is.",
  ),
  edited_file_bytes: setting(
    wholeNumber({ least: 1024, most: MAX_EDITED_BYTES, unit: "bytes" }),
    10 * 1024 * 1024,
    "How large a file may be that edits are made in.",
  ),
  named_files: setting(
    wholeNumber({ least: 0, most: 50 }),
    5,
    "How many files beyond the order's the next attempt sees because a failure names them.",
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
    6_000,
    "How much the next attempt sees of what a failing command printed: its failing tests, or the lines that tell of a failure.",
  ),
} as const;
