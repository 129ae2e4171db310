import type { ModelReply, ModelRequest, ModelRole, ModelUsage, Redactor } from "@llmch/contract";
import type { ModelSettings } from "../asked.ts";
import { askChat } from "../openai/chat-exchange.ts";
import { openClient, type Send } from "../openai/client.ts";
import { askResponses } from "../openai/responses-exchange.ts";
import type { TransportSettings } from "../settings.ts";
import type { ExchangeContext } from "../transport/call.ts";
import { ALL_CAPABILITIES, type Capabilities } from "../transport/capabilities.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { Time } from "../transport/time.ts";
import type { Answer, Question } from "./answer.ts";
import type { AnswerSource } from "./answer-source.ts";
import { failure, failureOf } from "./failure.ts";

export interface LiveOptions {
  readonly settings: TransportSettings;
  readonly models: ModelSettings;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly redactor: Redactor;
  onReasoning(text: string): void;
}

/** Most tokens of an answer, reasoning included; an answer that is cut there is asked for once more with twice of it. */
const TOKEN_BUDGET = 64_000;

/** The live source of answers. It opens its client at the first question, and remembers what the server takes. */
export const createLive = (options: LiveOptions): AnswerSource => {
  const { settings, models, time, redactor } = options;
  const host = new URL(settings.baseUrl).host;
  const known: Record<ModelRole, Capabilities> = { planner: ALL_CAPABILITIES, factory: ALL_CAPABILITIES };
  let client: Promise<Send> | null = null;

  return async (request, retried) => {
    client ??= openClient(settings);
    const send = await client;
    const deadline = startDeadline(options.signal, settings.totalMs[request.role]);
    const capabilities = known[request.role];
    const context: ExchangeContext = { send, settings, time, redactor, deadline, capabilities, retried };
    try {
      const ask = (budget: number) =>
        request.role === "planner"
          ? askResponses(context, question(request, models, budget), options.onReasoning)
          : askChat(context, question(request, models, budget));
      const first = await ask(TOKEN_BUDGET);
      if (!first.ok) return failureOf(first.issues[0], host);
      if (first.value.ending !== "cut" || context.capabilities.budget === "none")
        return replyOf(first.value, request.role);

      await retried(`the answer was cut at ${TOKEN_BUDGET} tokens: asked once more with twice as many`, 0);
      const second = await ask(2 * TOKEN_BUDGET);
      if (!second.ok) return failureOf(second.issues[0], host);
      return replyOf({ ...second.value, usage: sum(first.value.usage, second.value.usage) }, request.role);
    } finally {
      known[request.role] = context.capabilities;
      deadline.close();
    }
  };
};

const question = (request: ModelRequest, { planner, factory }: ModelSettings, budget: number): Question => ({
  model: request.role === "planner" ? planner.model : factory.model,
  prompt: request.prompt,
  answerSchema: request.answerSchema,
  reasoningEffort: request.role === "planner" ? planner.reasoningEffort : null,
  temperature: request.role === "factory" ? factory.temperature : null,
  budget,
});

/** A cut answer never parses, so the factory spends an attempt on it; a plan would be cut again. */
const replyOf = ({ text, reasoning, usage, model, ending }: Answer, role: ModelRole): ModelReply => {
  if (ending === "filtered") {
    return failure(
      "refused-request",
      `${model} stopped at the server's content filter`,
      "reword the spec or the order",
    );
  }
  if (ending === "cut" && role === "planner") {
    return failure("incomplete", `${model} ran out of tokens, twice`, "split the spec, or lower --reasoning-effort");
  }
  return { kind: "answered", text, reasoning, usage, model };
};

const sum = (first: ModelUsage | null, second: ModelUsage | null): ModelUsage | null =>
  first === null || second === null
    ? (second ?? first)
    : {
        input_tokens: first.input_tokens + second.input_tokens,
        output_tokens: first.output_tokens + second.output_tokens,
        cached_tokens: first.cached_tokens + second.cached_tokens,
      };
