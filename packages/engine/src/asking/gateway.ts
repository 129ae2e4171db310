import { createRedactor } from "@llmch/contract";
import { type Budget, createGateway, type Gateway, type Recorder, type ReplaySource } from "@llmch/models";
import type { RunStore } from "@llmch/store";
import type { Context } from "../context.ts";
import type { ModelSource } from "./model-source.ts";

/**
 * The gateway of a command, through which each of its sessions asks (contract §8).
 * @param jobs most calls that are open at once at one server
 */
export const createRunGateway = (
  { answers, models, prices }: ModelSource,
  budget: Budget,
  { secrets, signal }: Pick<Context, "secrets" | "signal">,
  jobs = 1,
): Gateway =>
  createGateway({ source: answers, models, budget, prices, signal, redactor: createRedactor(secrets), jobs });

/**
 * What keeps the calls of a run: its own directory.
 * @param recorded what previous sessions of the run were answered; null where there is none
 */
export const recorderOf = (
  { appendExchange, emit }: Pick<RunStore, "appendExchange" | "emit">,
  recorded: ReplaySource | null,
  { reasoning, answering }: Pick<Context, "reasoning" | "answering">,
): Recorder => ({
  ...{ appendExchange, emit, recorded: (key) => recorded?.get(key), onReasoning: (text) => reasoning(text) },
  ...(answering === undefined ? {} : { onAnswering: (characters) => answering(characters) }),
});
