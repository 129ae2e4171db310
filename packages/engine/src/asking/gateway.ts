import { createRedactor } from "@llmch/contract";
import { type Budget, createGateway, type Gateway, type ReplaySource } from "@llmch/models";
import type { RunStore } from "@llmch/store";
import type { Context } from "../context.ts";
import type { ModelSource } from "./model-source.ts";

/** The run that is under way: where its exchanges go, and those that a previous session of it recorded. */
export interface RunUnderWay {
  store(): Pick<RunStore, "appendExchange" | "emit"> | null;
  recorded(): ReplaySource | null;
}

/**
 * The gateway of a command: it records into the directory of the run that is under way, before an answer is used
 * (contract §8).
 */
export const createRunGateway = (
  { store, recorded }: RunUnderWay,
  { answers, models, prices }: ModelSource,
  budget: Budget,
  { secrets, signal, reasoning }: Pick<Context, "secrets" | "signal" | "reasoning">,
): Gateway =>
  createGateway({
    source: answers,
    models,
    budget,
    prices,
    signal,
    redactor: createRedactor(secrets),
    recorded: (key) => recorded()?.get(key),
    record: async (exchange) => store()?.appendExchange(exchange),
    emit: async (event) => store()?.emit(event),
    onReasoning: reasoning,
  });
