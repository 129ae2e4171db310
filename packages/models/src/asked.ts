import {
  answerTokensWithin,
  callKey,
  type ModelRequest,
  type ModelRole,
  modelRole,
  portableModelName,
  promptAlone,
  type RequestMessage,
} from "@llmch/contract";
import { examinerNamed, type ModelChain, type Settings } from "@llmch/contract/settings";
import { canonicalJson, type JsonObject, sha256Hex } from "@llmch/text";
import { knownContext } from "./contexts.ts";
import { perMessage } from "./per-message.ts";
import { recordedCall } from "./recorded-answer.ts";

/** Which models are asked in a role, and how: part of a request's identity. */
export interface RoleModels {
  /** Names of models; each is asked if those before it gave no answer. */
  readonly chain: ModelChain;
  readonly reasoningEffort: string | null;
  readonly temperature: number | null;
  /** The most tokens in a model's answer, reasoning included. */
  readonly maxOutputTokens: (name: string) => number;
  /** Other models that a request may name. */
  readonly further: readonly string[];
  /** The model that reviews the work of the others; null for the role's own chain. */
  readonly review: string | null;
}

export type ModelSettings = Readonly<Record<ModelRole, RoleModels>>;

/** The models that a run's settings name. */
export const modelSettings = (settings: Settings): ModelSettings => {
  const { planner, factory, review, triage, design, examine } = settings;
  return {
    planner: {
      chain: planner.model,
      reasoningEffort: planner.reasoning_effort,
      temperature: planner.temperature,
      maxOutputTokens: outputLimit(planner, settings),
      further: [...(design.make ? [design.model] : []), examinerNamed(examine.model)].flatMap((model) => model ?? []),
      review: null,
    },
    factory: {
      chain: factory.model,
      reasoningEffort: factory.reasoning_effort,
      temperature: factory.temperature,
      maxOutputTokens: outputLimit(factory, settings),
      further: [...factory.escalation.map(({ model }) => model), ...triageModels(triage)].filter(
        (model) => model !== null,
      ),
      review: review.model,
    },
  };
};

/** The setting's, and at most what a known context leaves. */
const outputLimit =
  ({ max_output_tokens: most }: { readonly max_output_tokens: number }, { models }: Pick<Settings, "models">) =>
  (name: string): number => {
    const context = knownContext(name, models.context_tokens);
    return context === null ? most : Math.min(most, answerTokensWithin(context));
  };

/** Triage models are asked only if orders are triaged. */
const triageModels = (triage: Settings["triage"]): readonly (string | null)[] =>
  triage.orders ? [triage.model, triage.simple.model, triage.medium.model, triage.complex.model] : [];

/** Every model that a role may ask, each once. */
export const modelsAsked = ({ chain, further, review }: RoleModels): readonly string[] => [
  ...new Set([...chain, ...further, ...(review === null ? [] : [review])]),
];

/** The models that a request may go to, in turn: the one that it names comes first. */
export const chainOf = ({ call, model }: Pick<ModelRequest, "call" | "model">, models: ModelSettings): ModelChain => {
  const { chain, review } = models[modelRole(call)];
  if (call.role.kind === "review" && review !== null) return [review];
  return model === undefined ? chain : [model, ...chain.filter((name) => name !== model)];
};

/** The temperature for a request; null for the server's default. */
export const temperatureOf = ({ call }: Pick<ModelRequest, "call">, models: ModelSettings): number | null =>
  models[modelRole(call)].temperature;

type Parameters = Readonly<Record<string, string | number | null>>;

/** The first model to ask, and its parameters, under the names that an exchange uses. */
const parametersOf = (request: ModelRequest, models: ModelSettings): Parameters => {
  const role = modelRole(request.call);
  const { reasoningEffort } = models[role];
  const temperature = temperatureOf(request, models);
  return {
    role,
    model: chainOf(request, models)[0],
    ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
    ...(temperature === null ? {} : { temperature }),
  };
};

/**
 * The SHA-256 of a request (contract §8): role, model, parameters, the form of the answer, and the messages with command output
 * fingerprinted. The same request gives the same hash on every machine.
 */
export const requestHash = (request: ModelRequest, models: ModelSettings): string =>
  sha256Hex(
    canonicalJson({
      ...parametersOf(request, models),
      model: portableModelName(chainOf(request, models)[0]),
      ...(hasTools(request)
        ? { messages: request.messages.map(messageHash), tools: request.tools.map((tool) => ({ ...tool })) }
        : wordsOf(request.messages, stableWords)),
      answer_schema: request.answerSchema === null ? null : { ...request.answerSchema },
    }),
  );

/** The part of the request that an exchange keeps, for people to read. */
export const askedOf = (request: ModelRequest, models: ModelSettings): JsonObject => ({
  ...parametersOf(request, models),
  answer_schema: request.answerSchema?.name ?? null,
  ...(hasTools(request) ? { tools: request.tools.map(({ name }) => name) } : {}),
  ...(newWordsOf(request) ?? wordsOf(request.messages, ({ content }) => content)),
});

const stableWords = ({ content, stableContent = content }: RequestMessage): string => stableContent;

/** A conversation with tools grows turn by turn, so each message is hashed separately, and only once. */
const messageHash = perMessage((message) => sha256Hex(canonicalJson(toldMessage(message, stableWords(message)))));

const hasTools = (request: ModelRequest): request is ModelRequest & Required<Pick<ModelRequest, "tools">> =>
  request.tools !== undefined && request.tools.length > 0;

/** The messages that a later turn adds; the previous turn's exchange has the rest. Null if the request names no previous turn. */
const newWordsOf = ({ call, messages, sentBefore = 0 }: ModelRequest): JsonObject | null => {
  if (sentBefore === 0 || call.turn === 1) return null;
  const before = callKey({ ...call, turn: call.turn - 1 });
  return { continues: before, messages: messages.slice(sentBefore).map((each) => toldMessage(each, each.content)) };
};

/** A lone prompt keeps the short form, `prompt`. */
const wordsOf = (messages: readonly RequestMessage[], words: (message: RequestMessage) => string): JsonObject => {
  const prompt = promptAlone(messages);
  if (prompt !== null) return { prompt: words(prompt) };
  return { messages: messages.map((message) => toldMessage(message, words(message))) };
};

const toldMessage = ({ role, toolCalls, callId }: RequestMessage, content: string): JsonObject => ({
  role,
  content,
  ...(toolCalls === undefined ? {} : { tool_calls: toolCalls.map(recordedCall) }),
  ...(callId === undefined ? {} : { call_id: callId }),
});
