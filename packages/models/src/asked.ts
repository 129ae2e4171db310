import { canonicalJson, type ModelRequest, sha256Hex } from "@llmch/contract";

/** Who is asked, and how: part of what a request is. */
export interface ModelSettings {
  readonly planner: { readonly model: string; readonly reasoningEffort: string };
  readonly factory: { readonly model: string; readonly temperature: number };
}

export const DEFAULT_MODELS: ModelSettings = {
  planner: { model: "gpt-5.2-codex", reasoningEffort: "medium" },
  factory: { model: "gpt-5.2", temperature: 0 },
};

/** The model and its parameters, under the names that an exchange keeps. */
const parametersOf = (request: ModelRequest, models: ModelSettings): Readonly<Record<string, string | number>> =>
  request.role === "planner"
    ? { role: "planner", model: models.planner.model, reasoning_effort: models.planner.reasoningEffort }
    : { role: "factory", model: models.factory.model, temperature: models.factory.temperature };

/**
 * The SHA-256 of what is asked (contract §8): role, model, parameters, the form of the answer, and the prompt with command
 * output fingerprinted. The same request gives the same hash on every machine.
 */
export const requestHash = (request: ModelRequest, models: ModelSettings): string =>
  sha256Hex(
    canonicalJson({
      ...parametersOf(request, models),
      prompt: request.stablePrompt,
      answer_schema: request.answerSchema === null ? null : { ...request.answerSchema },
    }),
  );

/** What an exchange keeps of the request, for a person to read. */
export const askedOf = (
  request: ModelRequest,
  models: ModelSettings,
): Readonly<Record<string, string | number | null>> => ({
  ...parametersOf(request, models),
  answer_schema: request.answerSchema?.name ?? null,
  prompt: request.prompt,
});
