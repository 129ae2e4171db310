import { oneOf, yesOrNo } from "./kind.ts";
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
  agent: setting(
    oneOf("off", "auto", "on"),
    "auto",
    "Whether the planning model looks around in the repo with tools before it answers: off, on, or auto: if the repo has code.",
    { flag: "--agent <mode>", isRare: true },
  ),
  continue: setting(
    oneOf("auto", "off"),
    "auto",
    "Whether a build's author goes on with its planner's conversation if that planned one order: auto, if the model is the same, it planned within five minutes, nobody decides in between, and no hidden check is lost unless an examination follows.",
    { isRare: true },
  ),
  reasoning_effort: effort("medium", "How hard the planning model thinks.", "--reasoning-effort <effort>"),
  temperature: samplingTemperature(null, "Sampling temperature of the planning model; none leaves it to the server."),
  max_output_tokens: outputLimit("a plan's answer"),
  questions: setting(
    yesOrNo(),
    true,
    "Whether the planner may ask you, once a plan, what orders depend on and neither the spec nor the repo tells. If not, it assumes.",
    { flag: "--no-questions" },
  ),
  max_attempts: attemptLimit("Model calls for a plan at most."),
  answer_timeout_ms: answerTimeout(30, "a plan"),
} as const;
