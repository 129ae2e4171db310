import type { EventBody, Exchange, ModelReply, ModelRequest, Redactor } from "@llmch/contract";
import { askedOf, chainOf, type ModelSettings, requestHash } from "./asked.ts";
import type { Connections } from "./connections.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { interruptedFailure } from "./live/failure.ts";
import { type FindLlama, findInstalledLlama } from "./local/installed-llama.ts";
import type { Budget } from "./money/budget.ts";
import { mostOf, NO_CHARGE } from "./money/meter.ts";
import type { PriceList } from "./money/prices.ts";
import { worstCase } from "./money/worst-case.ts";
import { createReplay, type ReplaySource } from "./replay.ts";
import { systemTime, type Time } from "./transport/time.ts";

export interface GatewayOptions {
  /** Where answers come from. A replay opens no socket and loads no SDK. */
  readonly source:
    | { readonly kind: "replay"; readonly exchanges: ReplaySource; readonly strict: boolean }
    | { readonly kind: "live"; readonly connections: Connections };
  readonly models: ModelSettings;
  readonly budget: Budget;
  readonly prices: PriceList;
  /** Ends the question that is under way, at once. */
  readonly signal: AbortSignal;
  readonly redactor: Redactor;
  /** An answer that a previous session of the run recorded: it is used again, and nobody is asked (reliability, N3). */
  readonly recorded?: (key: string) => Exchange | undefined;
  /** Keeps an exchange before its answer is used. What it throws is thrown on: a machine's fault. */
  record(exchange: Exchange): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** The reasoning summary as it arrives; never called in a replay. */
  onReasoning(text: string): void;
  readonly time?: Time;
  /** Where what runs models in files is found; tests hand in their own. */
  readonly findLlama?: FindLlama;
}

/** Structurally the `Model` port of planner and factory. */
export interface Gateway {
  ask(request: ModelRequest): Promise<ModelReply>;
  /** Loads what the first question needs, while something else is waited for that has just been begun. */
  warmUp(): void;
  /** Lets go of what models of this machine hold. Nothing is asked any more then; never rejects. */
  close(): Promise<void>;
}

/**
 * The one way to models (contract §8). Never rejects for a model's or a server's trouble: that is a reply of kind
 * "failed". No secret that the redactor knows gets into a prompt, an exchange, an event or a message, nor into the reply:
 * what is done with a live answer is done with its record too. The request's hash is that of the prompt as it came, so
 * that it does not depend on who knows which secrets.
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { source, models, signal, redactor, time = systemTime } = options;
  const { answer, warmUp, close } =
    source.kind === "replay"
      ? { answer: createReplay(source.exchanges, source.strict, options), warmUp: () => {}, close: async () => {} }
      : live(source.connections, options, time);
  const emit = (event: EventBody): Promise<void> => options.emit(redactor.value(event));
  /** A process that ends in the middle of the question leaves nothing else that tells of it. */
  const atMost = (request: ModelRequest) => {
    if (source.kind === "replay") return {};
    const worst = worstCase(request, models[request.role].maxOutputTokens);
    return { at_most: { ...mostOf(worst, options.prices(chainOf(request, models)[0])) } };
  };

  return {
    ask: async (request) => {
      const { key } = request;
      const kept = options.recorded?.(key);
      if (kept !== undefined) {
        await emit({ type: "answer_reused", key });
        return answeredBefore(kept, chainOf(request, models)[0]);
      }
      const since = time.monotonicMs();
      await emit({ type: "model_asked", key, ...atMost(request) });
      const sourced = signal.aborted
        ? { reply: interruptedFailure(), provider: "", askedModel: chainOf(request, models)[0], charge: NO_CHARGE }
        : await answer({ ...request, prompt: redactor.text(request.prompt) }, (reason, wait_ms, most) =>
            emit({ type: "model_retried", key, reason, wait_ms, at_most: { ...most } }),
          );
      const duration_ms = Math.round(time.monotonicMs() - since);

      const { reply, provider, askedModel: asked_model, charge } = sourced;
      const { usage: spent, costUsd: cost_usd, lostCalls: lost_calls, untold } = charge;
      const charged = {
        asked_model,
        cost_usd,
        ...(lost_calls === 0 ? {} : { lost_calls }),
        ...(untold === null ? {} : { untold: { ...untold } }),
      };
      if (charge.limit !== null) await emit({ type: "limit_reached", ...charge.limit });
      if (reply.kind === "failed") {
        await emit({
          type: "model_failed",
          key,
          reason: reply.reason,
          message: reply.message,
          usage: spent,
          ...charged,
        });
        return redactor.value(reply);
      }
      const answered = redactor.value(reply);
      const { text, reasoning, model } = answered;
      const exchange: Exchange = {
        key,
        request_sha256: requestHash(request, models),
        request: askedOf(request, models),
        response: { text, reasoning },
        usage: spent === null ? null : { ...spent },
        model,
        asked_model,
        provider,
        cost_usd,
        duration_ms,
      };
      await options.record(redactor.value(exchange));
      await emit({ type: "model_answered", key, duration_ms, usage: spent, model, provider, ...charged });
      return { ...answered, usage: spent };
    },
    warmUp,
    close,
  };
};

const answeredBefore = ({ response, usage = null, model }: Exchange, asked: string): ModelReply => ({
  kind: "answered",
  text: response.text,
  reasoning: response.reasoning ?? null,
  usage,
  model: model ?? asked,
});

/** The live source, loaded here and nowhere else, so that a replay never loads what opens sockets. */
const live = (
  connections: Connections,
  options: GatewayOptions,
  time: Time,
): { readonly answer: AnswerSource } & Pick<Gateway, "warmUp" | "close"> => {
  const { models, budget, prices, signal, redactor, findLlama = findInstalledLlama } = options;
  const reasoning = redactor.stream();
  const tell = (text: string): void => {
    if (text !== "") options.onReasoning(text);
  };
  const open = async () => {
    const [{ createLive }, { createLocalModels }] = await Promise.all([
      import("./live/live.ts"),
      import("./local/local-models.ts"),
    ]);
    const localModels = createLocalModels(findLlama);
    const ask = createLive({
      connections,
      models,
      budget,
      prices,
      signal,
      time,
      redactor,
      onReasoning: (text) => tell(reasoning.take(text)),
      localModels,
    });
    return { ask, localModels };
  };
  const opened = open();
  opened.catch(() => {});
  return {
    answer: async (request, retried) => {
      const { ask } = await opened;
      const reply = await ask(request, retried);
      tell(reasoning.rest());
      return reply;
    },
    warmUp: () => {
      // What cannot be loaded is told of by the question that needs it.
      import("./live/sdks.ts").then(({ loadAhead }) => loadAhead(connections)).catch(() => {});
    },
    close: () =>
      opened.then(
        ({ localModels }) => localModels.close(),
        () => {},
      ),
  };
};
