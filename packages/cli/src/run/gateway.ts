import { createRedactor } from "@llmch/contract";
import type { RunStore } from "@llmch/host";
import { createGateway, DEFAULT_MODELS, type Gateway, type ModelSettings, type ReplaySource } from "@llmch/models";
import type { Surroundings } from "../main.ts";
import type { ModelSource } from "./model-source.ts";

/** The run that is under way: where its exchanges go, and those that an earlier life of it recorded. */
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
  source: ModelSource,
  models: Partial<ModelSettings>,
  { secrets, signal, console }: Surroundings,
): Gateway =>
  createGateway({
    source,
    models: { ...DEFAULT_MODELS, ...models },
    signal,
    redactor: createRedactor(secrets),
    recorded: (key) => recorded()?.get(key),
    record: async (exchange) => store()?.appendExchange(exchange),
    emit: async (event) => store()?.emit(event),
    onReasoning: (text) => console.stream(text),
  });
