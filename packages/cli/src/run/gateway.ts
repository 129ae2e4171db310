import type { RunStore } from "@llmch/host";
import {
  createGateway,
  createRedactor,
  DEFAULT_MODELS,
  type Gateway,
  type ModelSettings,
  secretsOf,
} from "@llmch/models";
import type { Surroundings } from "../main.ts";
import type { ModelSource } from "./model-source.ts";

/**
 * The gateway of a command: it records into the directory of the run that is under way, before an answer is used
 * (contract §8).
 */
export const createRunGateway = (
  recordingTo: () => Pick<RunStore, "appendExchange" | "emit"> | null,
  source: ModelSource,
  models: Partial<ModelSettings>,
  { env, signal, console }: Surroundings,
): Gateway =>
  createGateway({
    source,
    models: { ...DEFAULT_MODELS, ...models },
    signal,
    redactor: createRedactor(secretsOf(env)),
    record: async (exchange) => recordingTo()?.appendExchange(exchange),
    emit: async (event) => recordingTo()?.emit(event),
    onReasoning: (text) => console.stream(text),
  });
