import { type Escalation, escalations } from "./escalation-kinds.ts";
import { type Executor, executorChoice } from "./executor-settings.ts";
import { oneOf, orNone, wholeNumber } from "./kind.ts";
import { type ModelChain, modelChain } from "./model-kinds.ts";
import { answerTimeout, attemptLimit, effort, outputLimit, samplingTemperature } from "./role-settings.ts";
import { setting } from "./setting.ts";

const DEFAULT_MODEL: ModelChain = ["gpt-5.2"];
const NO_EXECUTOR: string | Executor | null = null;
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
    { flag: "--agent <mode>", isRare: true },
  ),
  executor: setting(
    orNone(executorChoice()),
    NO_EXECUTOR,
    "An agent of your own that carries orders out in place of the model: one of `executors`.",
    { flag: "--executor <executor>", isRare: true, scope: "user" },
  ),
  escalation: setting(
    escalations(),
    NO_ROWS,
    "How an order continues after a failed attempt: the first row that fits; without one the same is tried again.",
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
    { flag: "--timeout-seconds <s>", isRare: true },
  ),
  push: setting(
    oneOf("each", "end", "never"),
    "never",
    "When commits are pushed to the branch's remote: never, each as it is made, or all at the end if every order has passed. The flag alone means each.",
    { flag: "--push [mode]" },
  ),
} as const;
