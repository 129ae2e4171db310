import { wholeNumber } from "./kind.ts";
import { type ModelChain, modelChain } from "./model-kinds.ts";
import { answerTimeout, attemptLimit, effort, outputLimit, samplingTemperature } from "./role-settings.ts";
import { setting } from "./setting.ts";

const DEFAULT_MODEL: ModelChain = ["gpt-5.2-codex"];

/** Settings of `llmch plan`. */
export const PLANNER_SETTINGS = {
  model: setting(
    modelChain(),
    DEFAULT_MODEL,
    "The model that plans, or several: each is asked if those before it gave no answer.",
    {
      flag: "--model <model>",
    },
  ),
  reasoning_effort: effort("medium", "How hard the planning model thinks.", "--reasoning-effort <effort>"),
  temperature: samplingTemperature(null, "Sampling temperature of the planning model; none leaves it to the server."),
  max_output_tokens: outputLimit("a plan's answer"),
  max_attempts: attemptLimit("Model calls for a plan at most."),
  answer_timeout_ms: answerTimeout(30, "a plan"),
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
  map_tokens: setting(
    wholeNumber({ least: 0, most: 1_000_000, unit: "tokens" }),
    12_000,
    "Most that the planner is told about the target repo: listing, beginnings of files, where tests are, and public symbols, code and tests, first of what the spec names and then of the files that others rest on most; 0 leaves these out, and then only the other limits apply.",
    { flag: "--map-tokens <tokens>" },
  ),
  mapped_files: setting(
    wholeNumber({ least: 0, most: 1_000_000 }),
    20_000,
    "Most source files that are read to find out which of them others lean on, the shallow ones first.",
  ),
  mapped_file_bytes: setting(
    wholeNumber({ least: 0, most: 10_000_000, unit: "bytes" }),
    500_000,
    "Larger source files are passed over as the repo is mapped.",
  ),
  previous_answer_characters: setting(
    wholeNumber({ least: 1_000, most: 10_000_000, unit: "characters" }),
    1_000_000,
    "How much of a refused plan is quoted when it is sent back.",
  ),
} as const;
