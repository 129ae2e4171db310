import type { EventBody, Exchange, ModelReply, ModelRequest, Redactor } from "@llmch/contract";
import { askedOf, type ModelSettings, requestHash } from "./asked.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { interruptedFailure } from "./live/failure.ts";
import { createReplay, type ReplaySource } from "./replay.ts";
import type { TransportSettings } from "./settings.ts";
import { systemTime, type Time } from "./transport/time.ts";

export interface GatewayOptions {
  /** Where answers come from. A replay opens no socket and loads no SDK. */
  readonly source:
    | { readonly kind: "replay"; readonly exchanges: ReplaySource; readonly strict: boolean }
    | { readonly kind: "live"; readonly settings: TransportSettings };
  readonly models: ModelSettings;
  /** Ends the question that is under way, at once. */
  readonly signal: AbortSignal;
  readonly redactor: Redactor;
  /** An answer that an earlier life of the run recorded: it is used again, and nobody is asked (reliability, N3). */
  readonly recorded?: (key: string) => Exchange | undefined;
  /** Keeps an exchange before its answer is used. What it throws is thrown on: a machine's fault. */
  record(exchange: Exchange): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** The reasoning summary as it arrives; never called in a replay. */
  onReasoning(text: string): void;
  readonly time?: Time;
}

/** Structurally the `Model` port of planner and factory. */
export interface Gateway {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/**
 * The one way to models (contract §8). Never rejects for a model's or a server's trouble: that is a reply of kind
 * "failed". No secret that the redactor knows gets into a prompt, an exchange, an event or a message, nor into the reply:
 * what is done with a live answer is done with its record too. The request's hash is that of the prompt as it came, so
 * that it does not depend on who knows which secrets.
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { source, models, signal, redactor, time = systemTime } = options;
  const answer =
    source.kind === "replay"
      ? createReplay(source.exchanges, source.strict, models)
      : live(source.settings, options, time);
  const provider = source.kind === "replay" ? "replay" : "openai";
  const emit = (event: EventBody): Promise<void> => options.emit(redactor.value(event));

  return {
    ask: async (request) => {
      const { key } = request;
      const kept = options.recorded?.(key);
      if (kept !== undefined) {
        await emit({ type: "answer_reused", key });
        return answeredBefore(kept, models[request.role].model);
      }
      const since = time.monotonicMs();
      await emit({ type: "model_asked", key });
      const reply = signal.aborted
        ? interruptedFailure()
        : await answer({ ...request, prompt: redactor.text(request.prompt) }, (reason, wait_ms) =>
            emit({ type: "model_retried", key, reason, wait_ms }),
          );
      const duration_ms = Math.round(time.monotonicMs() - since);

      if (reply.kind === "failed") {
        await emit({ type: "model_failed", key, reason: reply.reason, message: reply.message });
        return redactor.value(reply);
      }
      const answered = redactor.value(reply);
      const { text, reasoning, usage, model } = answered;
      const exchange: Exchange = {
        key,
        request_sha256: requestHash(request, models),
        request: askedOf(request, models),
        response: { text, reasoning },
        usage: usage === null ? null : { ...usage },
        model,
        provider,
        duration_ms,
      };
      await options.record(redactor.value(exchange));
      await emit({ type: "model_answered", key, duration_ms, usage, model });
      return answered;
    },
  };
};

const answeredBefore = ({ response, usage = null, model }: Exchange, asked: string): ModelReply => ({
  kind: "answered",
  text: response.text,
  reasoning: response.reasoning ?? null,
  usage,
  model: model ?? asked,
});

/** The live source, loaded at the first question, so that a replay never loads what opens sockets. */
const live = (settings: TransportSettings, options: GatewayOptions, time: Time): AnswerSource => {
  const { models, signal, redactor } = options;
  const reasoning = redactor.stream();
  const tell = (text: string): void => {
    if (text !== "") options.onReasoning(text);
  };
  let opened: Promise<AnswerSource> | null = null;
  const open = async (): Promise<AnswerSource> => {
    const { createLive } = await import("./live/live.ts");
    return createLive({
      settings,
      models,
      signal,
      time,
      redactor,
      onReasoning: (text) => tell(reasoning.take(text)),
    });
  };
  return async (request, retried) => {
    opened ??= open();
    const reply = await (await opened)(request, retried);
    tell(reasoning.rest());
    return reply;
  };
};
